#!/usr/bin/env node
// `npm run pack:deb`, after `npm run pack`: a Debian package of what was packed, with the Node it runs on, made by
// Debian's own dpkg-deb. --version=<x> names another version, to try an upgrade.
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { inRoot } from './setup/machine.mjs'
import { pinnedNodeBinary } from './setup/native-parts.mjs'

const ARCHITECTURES = { x64: 'amd64', arm64: 'arm64' }
const { version: own, description } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
const version = process.argv.find((arg) => arg.startsWith('--version='))?.slice('--version='.length) ?? own
const architecture = ARCHITECTURES[process.arch]
const STAGE = inRoot('dist/debian')

const put = (path, content, mode = 0o644) => {
  const target = join(STAGE, path)
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, content)
  chmodSync(target, mode)
}
const deploy = (name) => readFileSync(inRoot('deploy/debian', name))

/** Rights in the package are those of a system, not those of whoever built it. */
function tidy(folder) {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) tidy(path)
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o111 ? 0o755 : 0o644)
  }
}

function fill() {
  rmSync(STAGE, { recursive: true, force: true })
  const home = join(STAGE, 'usr/lib/latchwork')
  cpSync(inRoot('dist/latchwork/node_modules'), join(home, 'node_modules'), { recursive: true })
  cpSync(pinnedNodeBinary, join(home, 'bin/node'))
  tidy(STAGE)
  put('usr/bin/latchwork', deploy('latchwork.sh'), 0o755)
  put('usr/lib/systemd/system/latchwork.service', deploy('latchwork.service'))
  put('etc/latchwork/latchwork.env', readFileSync(inRoot('.env.example')), 0o640)
  put('usr/share/doc/latchwork/README.md', readFileSync(inRoot('README.md')))
  put('usr/share/doc/latchwork/changelog.gz', gzipSync(readFileSync(inRoot('CHANGELOG.md')), { level: 9 }))
  put('usr/share/doc/latchwork/copyright', copyright())
  const cli = join(home, 'node_modules/@latchwork/server/src/cli.js')
  const completion = execFileSync(pinnedNodeBinary, [cli, 'completion', 'bash'])
  put('usr/share/bash-completion/completions/latchwork', completion)
}

const copyright = () =>
  `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: latchwork

Files: *
Copyright: The authors of Latchwork
License: Apache-2.0
 On Debian systems the full text is in /usr/share/common-licenses/Apache-2.0.
 Each part below /usr/lib/latchwork/node_modules carries its own license.
`

function control() {
  const kilobytes = Number(execFileSync('du', ['-sk', STAGE], { encoding: 'utf8' }).split('\t')[0])
  put(
    'DEBIAN/control',
    `Package: latchwork
Version: ${version}
Architecture: ${architecture}
Maintainer: Latchwork <latchwork@localhost>
Installed-Size: ${kilobytes}
Depends: adduser, libatomic1, libc6 (>= 2.28), libstdc++6, util-linux
Suggests: mosquitto, postgresql, postgresql-client
Section: admin
Priority: optional
Description: ${description.split(':')[0].toLowerCase()}
 A web API for networked door locks, a device plane that reaches them over MQTT,
 events that arrive, and a console. It runs as one service on SQLite, or as many
 on PostgreSQL and an MQTT broker.
`,
  )
  put('DEBIAN/conffiles', '/etc/latchwork/latchwork.env\n')
  for (const script of ['postinst', 'prerm', 'postrm']) put(`DEBIAN/${script}`, deploy(script), 0o755)
}

if (architecture === undefined || process.platform !== 'linux') {
  console.error(`latchwork: there is no Debian package for ${process.platform}-${process.arch}.`)
  process.exitCode = 1
} else {
  fill()
  control()
  const file = `dist/latchwork_${version}_${architecture}.deb`
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zxz', '-z1', '--build', STAGE, inRoot(file)], {
    stdio: 'pipe',
  })
  console.log(`${file}  ${(statSync(inRoot(file)).size / 1e6).toFixed(1)} MB`)
}
