// Loaded into a process of the service before it starts (NODE_OPTIONS=--import): on SIGUSR2 its clock is as far from
// the machine's as the file says. The service reads the time through Date.now only.
import { readFileSync } from 'node:fs'
import process from 'node:process'

const machineNow = Date.now.bind(Date)
const file = process.env.CHAOS_CLOCK_FILE
let aheadMs = 0

Date.now = () => machineNow() + aheadMs

process.on('SIGUSR2', () => {
  aheadMs = Number(readFileSync(file, 'utf8'))
})
