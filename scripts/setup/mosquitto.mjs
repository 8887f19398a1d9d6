import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { exclusively } from './exclusive.mjs'
import { SetupFailure } from './failure.mjs'
import { timed } from './programs.mjs'
import { canInstallSystemPackages, installSystemPackage } from './system-packages.mjs'

/** Servers live where ordinary users have no PATH to. */
const folders = () => [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
const isInstalled = () => folders().some((folder) => folder !== '' && existsSync(join(folder, 'mosquitto')))

/** The device tests run against a real external MQTT broker too, so there must be one. */
export async function ensureMosquitto() {
  if (isInstalled()) return
  if (!canInstallSystemPackages()) {
    throw new SetupFailure(
      'the tests need the MQTT broker Mosquitto; install the system package `mosquitto` and run the command again.',
    )
  }
  await exclusively(async () => {
    if (isInstalled()) return
    await timed('installing the MQTT broker mosquitto for the tests', () => installSystemPackage('mosquitto'))
  })
  if (!isInstalled())
    throw new SetupFailure('the system package `mosquitto` was installed, but holds no `mosquitto`.')
}
