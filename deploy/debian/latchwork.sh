#!/bin/sh
# The command line with the settings of the service. As root it becomes the service's user, so that files it makes are
# that user's; anybody else runs it with their own settings.
set -e

node=/usr/lib/latchwork/bin/node
cli=/usr/lib/latchwork/node_modules/@latchwork/server/src/cli.js
settings=/etc/latchwork/latchwork.env
# As the unit starts it.
flags=--max-semi-space-size=8
if [ -r "$settings" ]; then
  export LATCHWORK_DATA_DIR="${LATCHWORK_DATA_DIR:-/var/lib/latchwork}"
  # Read as systemd reads it, not as a shell would: a value may hold spaces and signs.
  while IFS= read -r line || [ -n "$line" ]; do
    case $line in
      [A-Z]*=*)
        value=${line#*=}
        case $value in \"*\") value=${value#\"} value=${value%\"} ;; esac
        export "${line%%=*}=$value"
        ;;
    esac
  done <"$settings"
  if [ "$(id -u)" = 0 ]; then exec runuser -u latchwork -- "$node" $flags "$cli" "$@"; fi
fi
exec "$node" $flags "$cli" "$@"
