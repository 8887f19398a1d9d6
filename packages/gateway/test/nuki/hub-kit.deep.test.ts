// Runs in a process of its own: in real time, while the others of this folder share a virtual clock.
import { describe } from 'node:test'
import { conform } from '../conformance/kit.ts'
import { startHubHarness } from './hub-harness.ts'

describe('Nuki locks behind a nuki_hub, through the conformance kit', () =>
  conform('Nuki through nuki_hub', startHubHarness))
