import '../virtual-time/install.ts'
import { after, before, describe } from 'node:test'
import { conform } from '../conformance/kit.ts'
import { startZwaveHarness } from './harness.ts'
import { startZwavePartner, type ZwavePartner } from './partner.ts'

let partner: ZwavePartner
before(async () => {
  partner = await startZwavePartner(['schlage'])
})
after(() => partner.close())

// Without supervision, with four digits for every code, and with asterisks where the code should be.
describe('Z-Wave locks that mask their codes, through the conformance kit', () =>
  conform('Z-Wave JS (masking, four digits)', () =>
    startZwaveHarness(partner, partner.schlage, { code: (number) => 4800 + number, alwaysMasks: true }),
  ))
