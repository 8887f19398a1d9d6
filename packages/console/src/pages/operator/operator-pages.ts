import { type AdvancedKeyStatus, api, type MailState } from '@latchwork/contract'
import { readPages } from '../../kit/data/pages.ts'
import { lookAgain, read } from '../../kit/data/queries.ts'

const SIZE = 50

const LOOK_AGAIN = { staleTime: 0, ...lookAgain(10_000) }

export const operatorDuties = { ...read(api.operator.duties), ...LOOK_AGAIN }

/** The outbox, newest first; all of it, or the mails in one state. */
export const mailPages = (state: MailState | undefined) => ({
  ...readPages(
    api.operator.listMail,
    { query: { ...(state && { state }) } },
    { size: SIZE, cursorOf: ({ id }) => id },
  ),
  ...LOOK_AGAIN,
})

/** The applications, those of the newest API keys first; all of them, or those in one state. */
export const applicationPages = (status: AdvancedKeyStatus | undefined) => ({
  ...readPages(
    api.operator.listApplications,
    { query: { ...(status && { status }) } },
    { size: SIZE, cursorOf: ({ apiKeyId }) => apiKeyId },
  ),
  ...LOOK_AGAIN,
})
