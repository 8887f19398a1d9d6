import { test } from 'node:test'
import type { Engine } from '../src/platform/store/database.ts'

/** Which command runs the test: `npm test`, also for a single file, or `npm run test:deep`. */
export const TIER = process.env.LATCHWORK_TEST_TIER === 'deep' ? 'deep' : 'test'

/**
 * The engines of a test that does not use `apiTest`: SQLite in `npm test`, PostgreSQL in `npm run test:deep`. A test of
 * something that differs between the engines names both instead.
 */
export const ENGINES: readonly Engine[] = TIER === 'deep' ? ['postgres'] : ['sqlite']

/** Registers a test in `npm run test:deep` only, where a file of its own would share nearly all of this one's code. */
export const deepTest: typeof test = TIER === 'deep' ? test : ((() => Promise.resolve()) as typeof test)
