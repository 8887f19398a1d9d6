import Type, { type Static } from 'typebox'
import { ADVANCED_KEY_STATUSES, AdvancedApiKey } from './advanced-keys.ts'
import { DateTime, HexId, IntId, Limit, StringEnum } from './fields.ts'
import { LANGUAGES } from './languages.ts'
import { MAIL_STATES, MailState } from './mail.ts'
import { route } from './route.ts'
import { STEP_UP_ERRORS, stepUpFields } from './step-up.ts'

/** What the operator can do with an application (8.5). */
export const OPERATOR_ACTS = ['test', 'approve', 'reject', 'suspend'] as const
export type OperatorAct = (typeof OPERATOR_ACTS)[number]

/** How much waits, for the operator to look at. */
export const OperatorDuties = Type.Object({
  applications: Type.Integer({ description: 'applications for advanced keys that nobody decided about' }),
  waitingMails: Type.Integer({ description: 'mails that are still to be sent' }),
})
export type OperatorDuties = Static<typeof OperatorDuties>

/** A mail of the outbox, whosever it is; without its words. */
export const OperatorMail = Type.Object({
  id: HexId,
  accountId: Type.Integer({ description: 'on whose behalf it was written' }),
  to: Type.String(),
  template: Type.String({ description: 'what the mail is about' }),
  language: StringEnum(LANGUAGES),
  state: MailState,
  attempts: Type.Integer(),
  error: Type.Optional(Type.String({ description: 'what the mail server said last' })),
  readable: Type.Boolean({ description: 'its words can be read: it is `kept` and its code has not ended' }),
  creationDate: DateTime,
  updateDate: DateTime,
  nextAttemptDate: Type.Optional(DateTime),
})
export type OperatorMail = Static<typeof OperatorMail>

/** The same with its words, where they can be read. */
export const OperatorMailText = Type.Object({
  ...OperatorMail.properties,
  subject: Type.Optional(Type.String()),
  text: Type.Optional(Type.String()),
})
export type OperatorMailText = Static<typeof OperatorMailText>

const { secret: _secret, ...application } = AdvancedApiKey.properties

/** An application for an advanced key with who applied and what can be done with it now; never the secret. */
export const OperatorApplication = Type.Object({
  apiKeyId: IntId,
  accountId: IntId,
  accountName: Type.String(),
  accountEmail: Type.String(),
  ...application,
  acts: Type.Array(StringEnum(OPERATOR_ACTS)),
})
export type OperatorApplication = Static<typeof OperatorApplication>

const access = { scopes: ['account'], operator: true } as const

export const operator = {
  duties: route({
    method: 'GET',
    path: '/operator',
    summary: 'Read how much waits for the operator',
    access,
    returns: OperatorDuties,
    errors: ['step_up_required'],
  }),
  listMail: route({
    method: 'GET',
    path: '/operator/mail',
    summary: 'List the mails of all accounts, newest first',
    access,
    query: Type.Object({
      state: Type.Optional(StringEnum(MAIL_STATES)),
      id: Type.Optional(HexId),
      limit: Limit(50, 1000),
    }),
    returns: Type.Array(OperatorMail),
    errors: ['step_up_required'],
  }),
  readMail: route({
    method: 'GET',
    path: '/operator/mail/{mailId}',
    summary:
      'Read a mail; its words only where no mail server sends them, and with an entry in the audit log',
    access,
    params: Type.Object({ mailId: HexId }),
    returns: OperatorMailText,
    errors: ['step_up_required'],
  }),
  listApplications: route({
    method: 'GET',
    path: '/operator/advanced-key',
    summary: 'List the advanced keys of all accounts, newest API key first',
    access,
    query: Type.Object({
      status: Type.Optional(StringEnum(ADVANCED_KEY_STATUSES)),
      id: Type.Optional(IntId),
      limit: Limit(50, 1000),
    }),
    returns: Type.Array(OperatorApplication),
    cursor: 'apiKeyId',
    errors: ['step_up_required'],
  }),
  decide: route({
    method: 'POST',
    path: '/operator/advanced-key/{apiKeyId}/{act}',
    summary: 'Test, approve, reject or suspend an advanced key',
    access,
    params: Type.Object({ apiKeyId: IntId, act: StringEnum(OPERATOR_ACTS) }),
    body: Type.Object(stepUpFields),
    returns: OperatorApplication,
    errors: ['advanced_key_state', ...STEP_UP_ERRORS],
  }),
}
