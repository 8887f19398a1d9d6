import { AsyncResource } from 'node:async_hooks'
import { resolve } from 'node:path'
import { before, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { beginFile } from './test-process.mjs'

/**
 * Runs test files in this process, one after the other: each is loaded when the tests of the one before have ended.
 * Node's runner takes a test for a part of the one that made it, and runs root hooks (`after`) as soon as nothing is left to
 * do: so what is loaded counts as loaded at the top, and with each file the next is queued.
 */
export function runGroup(files) {
  const atTop = new AsyncResource('test group')
  const queue = (file, ...rest) => {
    if (file === undefined) return
    // In the output it says what the tests below belong to.
    describe(file, () => {
      before(() => {
        beginFile(file)
        return atTop.runInAsyncScope(() => load(file).finally(() => queue(...rest)))
      })
    })
  }
  queue(...files)
}

/** A file that cannot be loaded is a failure; the others run all the same. */
const load = (file) =>
  import(pathToFileURL(resolve(file)).href).catch((error) => {
    test(`${file} can be loaded`, () => {
      throw error
    })
  })
