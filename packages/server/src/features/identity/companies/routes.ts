import type { Api } from '@latchwork/contract'
import type { Handlers } from '../../../http/mount.ts'

/** Compatible services list installer companies; there are none here, and clients accept an empty list (5.11). */
export const companyHandlers: Handlers<Api['companies']> = {
  list: () => [],
}
