import { api } from '@latchwork/contract'
import { readPages } from '../../kit/data/pages.ts'

export const sessionPages = readPages(api.sessions.list, {}, { size: 25, cursorOf: ({ id }) => id })
