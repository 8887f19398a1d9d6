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
const MAINTAINER = 'The authors of Latchwork <maintainers@latchwork.invalid>'

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
    // Programs that packages bring for others are none of ours.
    else if (entry.isFile()) chmodSync(path, 0o644)
  }
}

function fill() {
  rmSync(STAGE, { recursive: true, force: true })
  const home = join(STAGE, 'usr/lib/latchwork')
  cpSync(inRoot('dist/latchwork/node_modules'), join(home, 'node_modules'), { recursive: true })
  cpSync(pinnedNodeBinary, join(home, 'bin/node'))
  tidy(STAGE)
  chmodSync(join(home, 'bin/node'), 0o755)
  put('usr/bin/latchwork', deploy('latchwork.sh'), 0o755)
  put('usr/lib/systemd/system/latchwork.service', deploy('latchwork.service'))
  put('etc/latchwork/latchwork.env', readFileSync(inRoot('.env.example')), 0o640)
  put('usr/share/doc/latchwork/README.md', readFileSync(inRoot('README.md')))
  put('usr/share/doc/latchwork/CHANGELOG.md.gz', zipped(readFileSync(inRoot('CHANGELOG.md'))))
  put('usr/share/doc/latchwork/changelog.gz', zipped(changelog()))
  put('usr/share/lintian/overrides/latchwork', deploy('lintian-overrides'))
  put('usr/share/doc/latchwork/copyright', copyright())
  const cli = join(home, 'node_modules/@latchwork/server/src/cli.js')
  put('usr/share/bash-completion/completions/latchwork', told(cli, 'completion', 'bash'))
  put('usr/share/man/man1/latchwork.1.gz', zipped(manual(told(cli, 'help'))))
}

/** What the command line says; it would keep what Node compiled in the package otherwise. */
const told = (...args) =>
  execFileSync(pinnedNodeBinary, args, {
    encoding: 'utf8',
    env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' },
  })

const zipped = (content) => gzipSync(content, { level: 9 })

/** In Debian's form; what changed is told by the one that is ours. */
const changelog = () => `latchwork (${version}) unstable; urgency=medium

  * See /usr/share/doc/latchwork/CHANGELOG.md.gz.

 -- ${MAINTAINER}  ${new Date().toUTCString().replace('GMT', '+0000')}
`

const manual = (help) => `.TH LATCHWORK 1 "" "latchwork ${version}"
.SH NAME
latchwork \\- smart-lock management, the service and its command line
.SH DESCRIPTION
.nf
${help
  .replaceAll('\\', '\\\\')
  .replaceAll('-', '\\-')
  .replaceAll(/^(['.])/gm, '\\&$1')}
.fi
.SH FILES
/etc/latchwork/latchwork.env, /var/lib/latchwork
`

const copyright = () =>
  `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: latchwork

Files: *
Copyright: 2026 The authors of Latchwork
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
Maintainer: ${MAINTAINER}
Installed-Size: ${kilobytes}
Depends: adduser, libatomic1, libc6 (>= 2.28), libstdc++6
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
