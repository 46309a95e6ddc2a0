# complete.zsh FOLDER TYPED SHOWN...: types into a zsh that finds the completion in FOLDER,
# with a tab at the end, and waits until all of SHOWN have come.
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "fpath=($1 \$fpath); autoload -U compinit; compinit -u -D; print rea\$((1))dy"
zpty -r shell seen '*rea1dy*' || exit 1
zpty -w -n shell "$2"$'\t\t'
for shown in "${@:3}"; do
  zpty -r shell seen "*$shown*" || exit 1
done
print completed
