import type { door as en } from '../en/door.ts'

export const door: typeof en = {
  back: 'Alle Türen',
}
