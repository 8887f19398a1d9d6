// Which programs of the system a test file needs. Everything else that tests need comes from npm.
import { runsInTier, sourceOf } from './tiers.mjs'

const NEEDS = {
  mosquitto: /\b(startMosquitto|startBroker|brokerTest|startCluster|startPair|workSideBySide|runCampaign)\(/,
  nginx: /\bnginx\b/,
  caddy: /\bcaddy\b/i,
  chromium: /\bbrowser\.ts'|\bchromium\.ts'|\bin-chromium\.ts'|\bfindChromium\(/,
}

export const programsNeeded = (files) =>
  Object.keys(NEEDS).filter((program) => files.some((file) => needs(file, program)))

export const needsProgram = (file) => Object.keys(NEEDS).some((program) => needs(file, program))

const needs = (file, program) => NEEDS[program].test(sourceOf(file))

/**
 * Whether a file may ask for PostgreSQL. Starting it takes longer than most single files; where it was not started and a test
 * asks for it all the same, the process starts one of its own (packages/server/test/postgres.ts).
 */
export const needsPostgres = (file, tier) =>
  /\bbothTest\(|BOTH_ENGINES|postgres|startCluster|startPair|runCampaign/i.test(sourceOf(file)) ||
  (tier === 'deep' && runsInTier(file, 'deep'))
