import { api } from '@latchwork/contract'
import { readPages } from '../../kit/data/pages.ts'

export const auditPages = readPages(api.audit.list, {}, { size: 50, cursorOf: ({ id }) => id })
