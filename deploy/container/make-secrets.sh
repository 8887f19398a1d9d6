#!/bin/sh
# Makes the secrets of compose.yaml, once: what is there stays. The users in the containers have to read the files; the folder
# keeps everybody else on this machine from them.
set -eu
umask 077
cd "$(dirname "$0")"
mkdir -p secrets
random() { head -c 24 /dev/urandom | base64 | tr '+/' '-_'; }
make() { [ -s "secrets/$1" ] || printf '%s\n' "$2" >"secrets/$1"; }
make database_password "$(random)"
make database_url "postgres://latchwork:$(cat secrets/database_password)@postgres:5432/latchwork"
make mqtt_url "mqtt://latchwork:$(random)@mosquitto:1883"
make secret_key "$(head -c 32 /dev/urandom | base64)"
make admin_password "$(random)"
chmod 0644 secrets/*
chmod 0700 secrets
echo "The secrets are in $(pwd)/secrets. Keep a copy of secret_key elsewhere: without it no backup opens."
