import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { composed, environment, filling, healthCheck, started, suite, user } from './container.ts'

const quoted = (words: readonly string[]): string =>
  words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ')

/**
 * Builds the file system of the image from Debian's packages, as the Containerfile says, and starts in it what compose.yaml
 * starts: PostgreSQL, Mosquitto with its script, and the service, in a network of their own.
 */
const BUILD = `set -eu
tree=$1 dist=$2
mmdebstrap --quiet --variant=minbase "$3" "$tree"
mkdir -p "$tree/dist"; cp "$dist"/latchwork_*.deb "$tree/dist/"
cp /etc/resolv.conf "$tree/etc/resolv.conf"
mount -t proc proc "$tree/proc"
mount --rbind /dev "$tree/dev"
export DEBIAN_FRONTEND=noninteractive
chroot "$tree" /bin/sh -c "$4"
chroot "$tree" /bin/sh -c 'apt-get update && apt-get install -y --no-install-recommends mosquitto postgresql'
`

const INSIDE = `set -eu
export PATH=/usr/sbin:/usr/bin:/sbin:/bin
echo '127.0.0.1 localhost postgres mosquitto' > /etc/hosts
sh /container/make-secrets.sh
mkdir -p /run/secrets; cp /container/secrets/* /run/secrets/
data=/tmp/postgres; install -d -o postgres "$data"
bin=$(echo /usr/lib/postgresql/*/bin)
setpriv --reuid=postgres --regid=postgres --clear-groups sh -c "$bin/initdb -D $data >/dev/null
  $bin/pg_ctl -D $data -o '-k /tmp' -l /tmp/postgres.log -w start >/dev/null
  $bin/psql -q -h /tmp -d postgres -c \\"create role latchwork login createdb password '$(cat /run/secrets/database_password)'\\" -c 'create database latchwork owner latchwork'"
sed 's#/latchwork/#/container/#' /container/mosquitto.conf > /tmp/mosquitto.conf
setpriv --reuid=1883 --regid=1883 --clear-groups sh /container/broker.sh /tmp/mosquitto.conf > /tmp/broker.log 2>&1 &
broker=$!
service_env="env -i PATH=$PATH $ENVIRONMENT"
as_user="setpriv --reuid=$USER_NAME --regid=$USER_NAME --clear-groups --no-new-privs --bounding-set=-all"
eval "exec $as_user $service_env $STARTED" > /tmp/out 2>&1 &
service=$!
for i in $(seq 600); do
  if eval "$as_user $service_env $HEALTH"; then break; fi
  kill -0 "$service" 2>/dev/null || break
  sleep 0.5
done
eval "$as_user $service_env $HEALTH" || { cat /tmp/out /tmp/broker.log /tmp/postgres.log; exit 1; }
eval "$as_user $service_env $LOOK"
test "$(stat -c %g /var/lib/latchwork-broker/acl)" = 1883
latchwork="$as_user $service_env /usr/bin/latchwork"
install -d -o "$USER_NAME" /tmp/backups
eval "$latchwork backup /tmp/backups" | tee /tmp/backed
backup=$(sed -n 's/^Backup *//p' /tmp/backed)
eval "$latchwork backup verify $backup"
kill -TERM "$service"; wait "$service"
setpriv --reuid=postgres --regid=postgres --clear-groups $bin/psql -q -h /tmp -d postgres -c 'create database again owner latchwork'
sed 's#/latchwork$#/again#' /run/secrets/database_url > /tmp/again_url; chmod 0644 /tmp/again_url
again="$as_user $service_env LATCHWORK_DATABASE_URL_FILE=/tmp/again_url"
eval "$again /usr/bin/latchwork restore $backup"
eval "exec $again $STARTED" > /tmp/out 2>&1 &
service=$!
for i in $(seq 600); do
  if eval "$again $HEALTH"; then break; fi
  kill -0 "$service" 2>/dev/null || break
  sleep 0.5
done
eval "$again $HEALTH" || { cat /tmp/out; exit 1; }
eval "$again /usr/bin/latchwork restore review"
kill -TERM "$service"; wait "$service"
kill -TERM "$broker"; wait "$broker" || true
setpriv --reuid=postgres --regid=postgres --clear-groups "$bin/pg_ctl" -D "$data" -m fast stop >/dev/null
echo THE END
`

const RUN = `set -eu
tree=$1
ip link set lo up
mount -t proc proc "$tree/proc"
mount --rbind /dev "$tree/dev"
mount -t tmpfs none "$tree/run"
mount -t tmpfs none "$tree/tmp"
chroot "$tree" /bin/sh /inside.sh
`

/** What is asked of the service from within: whether it is ready, and whether it has its broker. */
const LOOK = [
  '/usr/lib/latchwork/bin/node',
  '-e',
  "fetch('http://127.0.0.1:8080/ready').then((r) => r.json()).then((r) => { console.log('READY', r.status, r.broker); process.exit(r.broker === 'up' ? 0 : 1) })",
]

const reasonNot = (): string | undefined => {
  if (process.getuid?.() !== 0) return 'needs root: it makes a file system and starts programs in it'
  const missing = ['mmdebstrap', 'unshare', 'ip'].filter((name) => spawnSync('which', [name]).status !== 0)
  return missing.length > 0 ? `needs ${missing.join(', ')}` : undefined
}

test('the image, built from its packages, serves with PostgreSQL and Mosquitto as compose starts it, is backed up and restored', (t) => {
  const reason = reasonNot()
  if (reason !== undefined) return t.skip(reason)
  const place = mkdtempSync(join(tmpdir(), 'latchwork-container-'))
  t.after(() => rmSync(place, { recursive: true, force: true }))
  // A file system that was built before, to try only what runs in it.
  const tree = process.env.LATCHWORK_CONTAINER_TREE ?? join(place, 'tree')
  if (!existsSync(tree)) {
    execFileSync(process.execPath, ['scripts/pack.mjs'], { stdio: 'pipe' })
    execFileSync(process.execPath, ['scripts/pack-deb.mjs'], { stdio: 'pipe' })
    const built = spawnSync('unshare', ['-m', 'sh', '-c', BUILD, 'sh', tree, 'dist', suite(), filling()], {
      encoding: 'utf8',
      maxBuffer: 64e6,
    })
    if (built.status !== 0 && /Could not resolve|Unable to fetch|failed to fetch/i.test(built.stderr))
      return t.skip('needs the packages of Debian, which cannot be fetched here')
    assert.equal(built.status, 0, `${built.stdout}\n${built.stderr}`)
  }
  cpSync('deploy/container', join(tree, 'container'), { recursive: true })
  writeFileSync(join(tree, 'inside.sh'), INSIDE)
  const told = spawnSync('unshare', ['-mpfn', 'sh', '-c', RUN, 'sh', tree], {
    encoding: 'utf8',
    maxBuffer: 64e6,
    env: {
      PATH: process.env.PATH ?? '',
      ENVIRONMENT: quoted([...environment(), ...composed()]),
      USER_NAME: user(),
      STARTED: quoted(started()),
      HEALTH: quoted(healthCheck()),
      LOOK: quoted(LOOK),
    },
  })
  assert.match(told.stdout, /^READY ready up$/m, `${told.stdout}\n${told.stderr}`)
  assert.match(told.stdout, /^The backup of \S+ is whole: \d+ rows/m, `${told.stdout}\n${told.stderr}`)
  assert.match(told.stdout, /^Restored from the backup of .+\. Nothing has been sent to a lock since\.$/m)
  assert.match(told.stdout, /THE END\n$/, `${told.stdout}\n${told.stderr}`)
})
