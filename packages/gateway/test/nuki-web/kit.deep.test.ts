// Runs in a process of its own: in real time, while the others of this folder share a virtual clock.
import { describe } from 'node:test'
import { conform } from '../conformance/kit.ts'
import { startWebHarness } from './harness.ts'

describe('Nuki locks through the cloud of their maker, through the conformance kit', () =>
  conform('Nuki cloud', startWebHarness))
