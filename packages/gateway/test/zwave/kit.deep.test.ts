// Runs in a process of its own: in real time, while the others of this folder share a virtual clock.
import { after, before, describe } from 'node:test'
import { conform } from '../conformance/kit.ts'
import { startZwaveHarness } from './harness.ts'
import { startZwavePartner, type ZwavePartner } from './partner.ts'

describe('Z-Wave locks, through the conformance kit', () => {
  let partner: ZwavePartner
  before(async () => {
    partner = await startZwavePartner(['codes'])
  })
  after(() => partner.close())
  conform('Z-Wave JS (User Code)', () => startZwaveHarness(partner, partner.codes))
})
