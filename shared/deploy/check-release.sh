#!/usr/bin/env bash
# check-release.sh VERSION: package.json and the client have this version, and CHANGELOG.md has its section with "Upgrading". Prints
# the section, which is the text of the release.
set -euo pipefail
cd "$(dirname "$0")/../.."
version=$1

for file in package.json api/client/package.json; do
  has=$(node -p 'require(require("path").resolve(process.argv[1])).version' "$file")
  if [ "$has" != "$version" ]; then
    echo "$file has version $has, and the tag says $version" >&2
    exit 1
  fi
done

section=$(awk -v head="## [$version]" 'index($0, "## ") == 1 { inside = index($0, head) == 1; next } inside' CHANGELOG.md)
if [ -z "$section" ]; then
  echo "CHANGELOG.md has no section [$version]" >&2
  exit 1
fi
if ! grep -q "^### Upgrading" <<<"$section"; then
  echo "the section [$version] of CHANGELOG.md has no part \"Upgrading\"" >&2
  exit 1
fi
echo "$section"
