import '../virtual-time/install.ts'
import { after, before, describe } from 'node:test'
import { conform } from '../conformance/kit.ts'
import { startZwaveHarness } from './harness.ts'
import { startZwavePartner, type ZwavePartner } from './partner.ts'

let partner: ZwavePartner
before(async () => {
  partner = await startZwavePartner(['users'])
})
after(() => partner.close())

describe('Z-Wave locks with users and credentials, through the conformance kit', () =>
  conform('Z-Wave JS (User Credential)', () => startZwaveHarness(partner, partner.users)))
