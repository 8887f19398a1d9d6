import type { Config } from '../../config.ts'
import type { Command, LocalCommand, Outcome } from '../command.ts'
import { onStore } from '../on-store.ts'
import { isServiceThere } from '../socket/ask.ts'
import { bad, EXIT, type Finding, good, linesOf, verdictOf } from './check.ts'
import { lockReport } from './lock-report.ts'
import {
  lookAtBackups,
  lookAtCertificate,
  lookAtClock,
  lookAtDisk,
  lookAtPorts,
  lookAtServer,
} from './machine.ts'
import { lookIntoStore } from './store.ts'

/** The part that needs the store: run by whoever holds it, its findings as JSON. */
const doctorOfStore: Command = {
  name: 'doctor store',
  parameters: '',
  says: 'what only the store can tell, as JSON',
  run: async (ctx) => ({ text: JSON.stringify(await lookIntoStore(ctx)) }),
}

async function askStore(config: Config): Promise<Finding[]> {
  try {
    const { text, failed } = await onStore(config, doctorOfStore, [])
    if (failed) throw new Error(text)
    return JSON.parse(text) as Finding[]
  } catch (error) {
    return [
      bad(
        'database',
        (error as Error).message,
        'Nothing can be said about locks, mail and calendars before it opens.',
      ),
    ]
  }
}

async function examine(config: Config): Promise<Outcome> {
  const isRunning = await isServiceThere(config)
  const { url } = config.mqtt
  const findings = [
    // Wrong ones have ended the command already.
    good('settings', 'all can be used'),
    good('service', isRunning ? 'runs' : 'does not run on this data directory'),
    ...lookAtClock(),
    ...(await lookAtDisk(config)),
    ...(await lookAtPorts(config, isRunning)),
    ...(await lookAtServer('broker', url, 'See whether the broker runs, and LATCHWORK_MQTT_URL.')),
    ...(await lookAtServer(
      'mail server',
      config.smtp.url,
      'See LATCHWORK_SMTP_URL and what the network lets through.',
    )),
    ...(await lookAtCertificate(config, Date.now())),
    ...(await lookAtBackups(config, Date.now())),
    ...(await askStore(config)),
  ]
  return { text: linesOf(findings).join('\n'), exitCode: EXIT[verdictOf(findings)] }
}

export const doctorCommands: readonly (Command | LocalCommand)[] = [
  doctorOfStore,
  lockReport,
  {
    name: 'doctor',
    parameters: '',
    says: 'look at everything the service needs, with advice; exit code 3 for warnings, 1 for faults',
    runWith: examine,
  },
]
