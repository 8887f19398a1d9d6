import { after, before, beforeEach } from 'node:test'
import { startBench, type ZwaveBench } from './bench.ts'
import { testCodes } from './codes.ts'
import { testHearing } from './hearing.ts'
import { testMovements } from './movements.ts'

// The partner takes seconds to start, so everything that needs it is in this one process.
let bench: ZwaveBench
before(async () => {
  bench = await startBench()
})
after(() => bench.close())
beforeEach(() => bench.calm())

testMovements(() => bench)
testHearing(() => bench)
testCodes(() => bench)
