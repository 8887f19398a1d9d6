#!/usr/bin/env node
// The first step of every npm script of this repository, on whatever Node runs npm and before anything is installed:
// hence no dependency, no TypeScript, and nothing newer than Node 18. It is called by the scripts themselves and not as
// `prestart` or `pretest`, because npm skips those where it is configured with ignore-scripts.
import { ensureConsole } from './setup/console.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'
import { SetupFailure } from './setup/failure.mjs'
import { checkMachine } from './setup/machine.mjs'
import { ensureService } from './setup/service.mjs'
import { ensurePrograms, PROGRAM_NAMES } from './setup/system-programs.mjs'

try {
  checkMachine()
  // What only developers need (a browser driver, compilers, a second database) is no part of a running service.
  await ensureDependencies({ production: process.argv.includes('--production') })
  const wantsService = process.argv.includes('--service') || process.argv.includes('--test')
  await Promise.all([
    process.argv.includes('--dependencies-only') || ensureConsole(),
    wantsService && ensureService(),
  ])
  if (process.argv.includes('--test')) await ensurePrograms(PROGRAM_NAMES)
} catch (error) {
  const sentence =
    error instanceof SetupFailure ? error.message : `the set-up failed unexpectedly: ${error.stack}`
  console.error(`latchwork: ${sentence}`)
  process.exitCode = 1
}
