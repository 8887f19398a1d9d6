import type { sandbox as en } from '../en/sandbox.ts'

export const sandbox: typeof en = {
  title: 'Sandbox',
}
