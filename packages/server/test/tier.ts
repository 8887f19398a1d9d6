import { test } from 'node:test'
import type { Engine } from '../src/platform/store/database.ts'

/** Which command runs the test: `npm test`, also for a single file, or `npm run test:deep`. */
export const TIER = process.env.LATCHWORK_TEST_TIER === 'deep' ? 'deep' : 'test'

/**
 * The engines of a test that does not use `apiTest`: SQLite in `npm test`, PostgreSQL in `npm run test:deep`.
 */
export const ENGINES: readonly Engine[] = TIER === 'deep' ? ['postgres'] : ['sqlite']

/** The engines of a test of something that one engine may do differently: both in `npm test`. */
export const BOTH_ENGINES: readonly Engine[] = TIER === 'deep' ? ['postgres'] : ['sqlite', 'postgres']

/** Registers a test in `npm run test:deep` only, where a file of its own would share nearly all of this one's code. */
export const deepTest: typeof test = TIER === 'deep' ? test : ((() => Promise.resolve()) as typeof test)
