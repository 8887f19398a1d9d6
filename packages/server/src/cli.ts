#!/usr/bin/env node
import process from 'node:process'
import { keepCompiled } from './compile-cache.ts'

keepCompiled()
const [, , command, ...values] = process.argv
// A gateway is a program of its own, for another machine as a rule: nothing of the service is loaded with it.
if (command === 'gateway') await (await import('@latchwork/gateway/main')).main(values)
else if ((command === 'serve' || command === 'sandbox') && values.length === 0)
  await (await import('./main.ts')).serve({ sandbox: command === 'sandbox' })
else await import('./cli/main.ts')
