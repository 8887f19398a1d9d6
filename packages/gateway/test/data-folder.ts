import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder for the data of a gateway, in memory where the run has one there: a commit to a busy disk may take seconds. */
export const newDataDir = (): string =>
  mkdtempSync(join(process.env.LATCHWORK_TEST_FOLDER ?? tmpdir(), 'gateway-'))
