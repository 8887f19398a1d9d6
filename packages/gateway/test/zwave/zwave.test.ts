import '../virtual-time/install.ts'
import { after, before, beforeEach, describe } from 'node:test'
import { conform } from '../conformance/kit.ts'
import { startBench, type ZwaveBench } from './bench.ts'
import { testCodes } from './codes.ts'
import { startZwaveHarness } from './harness.ts'
import { testHearing } from './hearing.ts'
import { testMovements } from './movements.ts'
import { testOldServer } from './old-server.ts'
import { startZwavePartner, type ZwavePartner } from './partner.ts'

// The partner takes seconds to start, so everything that needs it is in this one process.
let partner: ZwavePartner
before(async () => {
  partner = await startZwavePartner()
})
after(() => partner.close())

describe('the Z-Wave family', () => {
  let bench: ZwaveBench
  before(async () => {
    bench = await startBench(partner)
  })
  after(() => bench.close())
  beforeEach(() => bench.calm())
  testMovements(() => bench)
  testHearing(() => bench)
  testCodes(() => bench)
})

describe('the Z-Wave family, with an old server', () => {
  let bench: ZwaveBench
  before(async () => {
    bench = await startBench(partner, { newestSchema: 47 })
  })
  after(() => bench.close())
  beforeEach(() => bench.calm())
  testOldServer(() => bench)
})

describe('Z-Wave locks, through the conformance kit', () =>
  conform('Z-Wave JS (User Code)', () => startZwaveHarness(partner, partner.codes)))
