#!/bin/sh
# Runs Mosquitto with the accounts that Latchwork keeps: begins when they are there, and has it read them again when they
# have changed. Its configuration is the first argument, or the one beside this file.
set -u
configuration=${1:-/latchwork/mosquitto.conf}
accounts=$(sed -n 's/^acl_file //p' "$configuration")
until [ -s "$accounts" ]; do sleep 1; done
mosquitto -c "$configuration" &
broker=$!
trap 'kill -TERM "$broker"' TERM INT
known=$(cksum "$accounts")
while kill -0 "$broker" 2>/dev/null; do
  sleep 1 &
  wait $!
  now=$(cksum "$accounts")
  if [ "$now" != "$known" ]; then
    known=$now
    kill -HUP "$broker"
  fi
done
wait "$broker"
