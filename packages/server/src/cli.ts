#!/usr/bin/env node
import { keepCompiled } from './compile-cache.ts'

keepCompiled()
await import('./cli/main.ts')
