import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, test } from 'node:test'

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
const architecture = process.arch === 'arm64' ? 'arm64' : 'amd64'
const NEXT = `${version}+next`
const packageOf = (which: string) => `dist/latchwork_${which}_${architecture}.deb`

before(() => {
  execFileSync(process.execPath, ['scripts/pack.mjs'], { stdio: 'pipe' })
  for (const which of [version, NEXT])
    execFileSync(process.execPath, ['scripts/pack-deb.mjs', `--version=${which}`], { stdio: 'pipe' })
})

test('the unit leaves the service little to harm: its exposure is below 2', (t) => {
  const place = mkdtempSync(join(tmpdir(), 'latchwork-unit-'))
  t.after(() => rmSync(place, { recursive: true, force: true }))
  const unit = join(place, 'latchwork.service')
  writeFileSync(unit, readFileSync('deploy/debian/latchwork.service'))
  const { stdout } = spawnSync('systemd-analyze', ['security', '--offline=yes', unit], { encoding: 'utf8' })
  const exposure = Number(/exposure level for latchwork\.service: ([\d.]+)/.exec(stdout)?.[1])
  t.diagnostic(`exposure ${exposure}`)
  assert.ok(exposure < 2)
})

const unit = readFileSync('deploy/debian/latchwork.service', 'utf8')
const setting = (name: string): string => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''

/**
 * What the unit takes from the service, as far as it can be had without systemd as the first process: everything but its
 * directories is read-only, homes and the temporary directory are others, /proc shows its own processes alone, and it has
 * neither a capability nor a way to get one. Left to systemd are the filter of system calls, the address families and the
 * user namespace.
 */
const SANDBOX = `set -eu
for writable in /var/lib/latchwork /var/cache/latchwork; do mount --bind "$writable" "$writable"; done
for hidden in /home /root /tmp; do mount -t tmpfs none "$hidden"; done
chmod 1777 /tmp
mount -o remount,bind,ro /
mount -t proc -o hidepid=invisible,subset=pid proc /proc
if touch /etc/latchwork/mark 2>/dev/null; then echo 'the sandbox leaks' >&2; exit 1; fi
umask ${setting('UMask')}
ulimit -n ${setting('LimitNOFILE')} 2>/dev/null || true
exec setpriv --reuid=latchwork --regid=latchwork --init-groups --no-new-privs --bounding-set=-all --inh-caps=-all \
  env -i PATH=/usr/bin:/bin LATCHWORK_HTTP_PORT=0 LATCHWORK_MQTT_PORT=0 ${setting('Environment')} \
  "LATCHWORK_MAIL_FROM=$(sed -n 's/^LATCHWORK_MAIL_FROM=//p' /etc/latchwork/latchwork.env)" ${setting('ExecStart')}
`

/**
 * A throw-away copy of this system: what is written goes to memory and is gone with the mount namespace. Installs, runs
 * in the sandbox of the unit, upgrades with data, removes, purges.
 */
const STORY = `set -eu
base=$1 first=$2 next=$3
mount -t tmpfs none "$base"
mkdir "$base/upper" "$base/work" "$base/tree"
mount -t overlay overlay -o "lowerdir=/,upperdir=$base/upper,workdir=$base/work" "$base/tree"
mount -t proc proc "$base/tree/proc"
mount --rbind /dev "$base/tree/dev"
cp "$first" "$base/tree/first.deb"; cp "$next" "$base/tree/next.deb"
printf '%s' "$SANDBOX" > "$base/tree/sandbox.sh"
cat > "$base/tree/inside.sh" <<'INSIDE'
set -eu
export LATCHWORK_HTTP_PORT=0 LATCHWORK_MQTT_PORT=0
started() {
  install -d -o latchwork -g latchwork -m 0700 /var/cache/latchwork
  unshare -m sh /sandbox.sh > /tmp/out 2>&1 &
  service=$!
  for i in $(seq 1200); do grep -q 'API token\\|latchwork:' /tmp/out && break; sleep 0.1; done
  grep -q 'is running' /tmp/out || { cat /tmp/out; exit 1; }
}
stopped() { kill -TERM "$service"; wait "$service"; }
dpkg -i /first.deb
test "$(stat -c '%U %a' /var/lib/latchwork)" = 'latchwork 700'
test "$(stat -c '%U:%G %a' /etc/latchwork/latchwork.env)" = 'root:latchwork 640'
latchwork version
echo 'LATCHWORK_MAIL_FROM=Locks of the house <locks@example.com>' >> /etc/latchwork/latchwork.env
started
latchwork user create anna@example.com Anna
stopped
dpkg -i --force-confold /next.deb
grep -q example.com /etc/latchwork/latchwork.env
started
latchwork token list anna@example.com
latchwork user create anna@example.com Anna && exit 1
stopped
dpkg -r latchwork
test -f /var/lib/latchwork/latchwork.db
dpkg -P latchwork
test ! -e /var/lib/latchwork; test ! -e /etc/latchwork; test ! -e /usr/lib/latchwork
! getent passwd latchwork
echo THE END
INSIDE
chroot "$base/tree" sh /inside.sh
`

test('the package is installed, serves, is upgraded with its data, removed and purged', (t) => {
  if (process.getuid?.() !== 0) {
    t.skip('needs root: it installs a package into a throw-away copy of this system')
    return
  }
  const place = mkdtempSync(join(tmpdir(), 'latchwork-debian-'))
  t.after(() => rmSync(place, { recursive: true, force: true }))
  const packages = [version, NEXT].map((which) => join(process.cwd(), packageOf(which)))
  const told = spawnSync('unshare', ['-mpf', 'sh', '-c', STORY, 'sh', place, ...packages], {
    encoding: 'utf8',
    env: { ...process.env, SANDBOX },
  })
  assert.match(told.stdout, /THE END\n$/, `${told.stdout}\n${told.stderr}`)
})

test('lintian finds neither an error nor a warning, apart from those that are explained', (t) => {
  const isRoot = process.getuid?.() === 0
  if (isRoot && spawnSync('lintian', ['--version']).error)
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'lintian'], { stdio: 'ignore' })
  const lintian = spawnSync('lintian', ['--fail-on', 'error,warning', packageOf(version)], {
    encoding: 'utf8',
    maxBuffer: 64e6,
  })
  if (lintian.error) {
    t.skip('lintian is not installed, and could not be')
    return
  }
  assert.equal(lintian.status, 0, lintian.stdout)
})
