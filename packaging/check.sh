#!/usr/bin/env bash
# The packages in build/packages: built again in another folder they are the same
# bytes, and they work where nothing else of this tree is. ./dev package check
set -euo pipefail
cd "$(dirname "$0")/.."

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
chmod 755 "$scratch"

mkdir "$scratch/elsewhere"
tar --exclude=./build --exclude=./.git -c . | tar -x -C "$scratch/elsewhere"
# From the cache would come what the first build has compiled.
CCACHE_DISABLE=1 "$scratch/elsewhere/dev" package
diff -r build/packages "$scratch/elsewhere/build/packages"
echo "the packages are the same from another folder"

cp -r build/packages test/ci/Inputs/project "$scratch"
cp packaging/try.sh "$scratch"
# How the GitHub action installs them.
python3 -c 'import yaml; print(yaml.safe_load(open("action.yml"))["runs"]["steps"][0]["run"])' >"$scratch/install.sh"
mmdebstrap --quiet --format=null --variant=apt --include=g++,cmake,ninja-build \
  --customize-hook="copy-in $scratch/packages $scratch/project $scratch/install.sh $scratch/try.sh /root" \
  --customize-hook='chroot "$1" bash /root/try.sh' \
  bookworm >&2
echo "the packages work in a chroot"
