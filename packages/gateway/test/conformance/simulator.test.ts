import '../virtual-time/install.ts'
import { describe } from 'node:test'
import { conform } from './kit.ts'
import { startSimulatorHarness } from './simulator-harness.ts'

describe('simulated locks, through the conformance kit', () =>
  conform('Simulated lock (LDP/1)', startSimulatorHarness))
