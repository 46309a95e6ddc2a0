# complete.sh SCRIPT WORD...: what bash would offer for the last word.
source "$1"
shift
compopt() { :; }
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_retrylint
printf '%s\n' "${COMPREPLY[@]}" | sed '/^$/d'
