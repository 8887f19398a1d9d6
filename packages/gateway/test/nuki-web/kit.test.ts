import '../virtual-time/install.ts'
import { describe } from 'node:test'
import { conform } from '../conformance/kit.ts'
import { startWebHarness } from './harness.ts'

describe('Nuki locks through the cloud of their maker, through the conformance kit', () =>
  conform('Nuki cloud', startWebHarness))
