// Runs in a process of its own: in real time, while the others of this folder share a virtual clock.
import { describe } from 'node:test'
import { conform } from '../conformance/kit.ts'
import { startOfficialHarness } from './official-harness.ts'

describe('Nuki locks on their own topics, through the conformance kit', () =>
  conform('Nuki MQTT', startOfficialHarness))
