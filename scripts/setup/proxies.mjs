import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { exclusively } from './exclusive.mjs'
import { SetupFailure } from './failure.mjs'
import { timed } from './programs.mjs'
import { canInstallSystemPackages, installSystemPackage } from './system-packages.mjs'

const PROGRAMS = ['nginx', 'caddy']
/** Servers live where ordinary users have no PATH to. */
const folders = () => [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
const isInstalled = (name) => folders().some((folder) => folder !== '' && existsSync(join(folder, name)))

/** The examples in deploy/ are tested with the real proxies, so there must be both. */
export async function ensureProxies() {
  for (const name of PROGRAMS) await ensureProxy(name)
}

async function ensureProxy(name) {
  if (isInstalled(name)) return
  if (!canInstallSystemPackages()) {
    throw new SetupFailure(
      `the tests need the proxy ${name}; install the system package \`${name}\` and run the command again.`,
    )
  }
  await exclusively(async () => {
    if (isInstalled(name)) return
    await timed(`installing the proxy ${name} for the tests`, () => installSystemPackage(name))
  })
  if (!isInstalled(name))
    throw new SetupFailure(`the system package \`${name}\` was installed, but holds no \`${name}\`.`)
}
