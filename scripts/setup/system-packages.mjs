import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { SetupFailure, tail } from './failure.mjs'
import { run } from './programs.mjs'

const isRoot = () => process.getuid?.() === 0
const hasApt = () => existsSync('/usr/bin/apt-get')

/** Can we install system packages ourselves? Only as root on Debian and its kin. */
export const canInstallSystemPackages = () => isRoot() && hasApt()

/** Installs a Debian package without letting it start a service. */
export async function installSystemPackage(name) {
  console.log(`latchwork: installing the system package ${name}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const restore = forbidServiceStarts()
  try {
    const update = await run('apt-get', ['update'], { env })
    const install = await run('apt-get', ['install', '-y', '--no-install-recommends', name], { env })
    if (install.code !== 0) {
      console.error(tail(update.code === 0 ? install.output : update.output))
      throw new SetupFailure(
        `the system package ${name} could not be installed; install it and run the command again.`,
      )
    }
  } finally {
    restore()
  }
}

/** Debian asks this file before a package starts its service; one that is already there is the administrator's. */
export function forbidServiceStarts(policy = '/usr/sbin/policy-rc.d') {
  try {
    writeFileSync(policy, '#!/bin/sh\nexit 101\n', { flag: 'wx', mode: 0o755 })
    return () => rmSync(policy, { force: true })
  } catch {
    return () => {}
  }
}
