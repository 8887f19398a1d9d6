// Runs in a process of its own: in real time, while the others of this folder share a virtual clock.
import { describe } from 'node:test'
import { conform } from './kit.ts'
import { startSimulatorHarness } from './simulator-harness.ts'

describe('simulated locks, through the conformance kit', () =>
  conform('Simulated lock (LDP/1)', startSimulatorHarness))
