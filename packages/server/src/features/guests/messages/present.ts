import type { GuestMessage, Language, MessageSettings, MessageTemplate } from '@latchwork/contract'
import { toWireDate } from '../../../platform/clock.ts'
import { ALL_TEMPLATES, defaultTemplate } from './rules.ts'
import type { SettingsView } from './service.ts'
import type { MessageRow, TemplateRow } from './store.ts'

export function presentTemplate(row: TemplateRow): MessageTemplate {
  const key = { channel: row.channel, kind: row.kind, language: row.language as Language }
  const subject = row.subject ?? defaultTemplate(key).subject
  return { ...key, ...(subject !== undefined && { subject }), text: row.words, isDefault: false }
}

function templatesOf(rows: readonly TemplateRow[]): MessageTemplate[] {
  const keyOf = ({ channel, kind, language }: { channel: string; kind: string; language: string }) =>
    `${channel} ${kind} ${language}`
  const own = new Map(rows.map((row) => [keyOf(row), presentTemplate(row)]))
  return ALL_TEMPLATES.map((key) => {
    const { subject, text } = defaultTemplate(key)
    return own.get(keyOf(key)) ?? { ...key, ...(subject !== undefined && { subject }), text, isDefault: true }
  })
}

/** The origin alone: some gateways have their key in the path. */
export const maskUrl = (url: string): string => `${new URL(url).origin}/…`

export const presentSettings = (view: SettingsView): MessageSettings => ({
  enabled: view.row.is_on === 1,
  hoursBefore: view.row.hours_before,
  language: view.row.language as Language,
  calendarContacts: view.calendarContacts,
  ...(view.gateway && { gatewayUrl: maskUrl(view.gateway.url) }),
  templates: templatesOf(view.templates),
})

export const presentMessage = (row: MessageRow): GuestMessage => ({
  id: row.id,
  channel: row.channel,
  kind: row.kind,
  language: row.language as Language,
  recipient: row.recipient,
  state: row.state,
  code: row.told_code,
  attempts: row.attempts,
  ...(row.reason !== null && { reason: row.reason }),
  ...(row.error !== null && { error: row.error }),
  creationDate: toWireDate(row.created_at),
  ...(row.state === 'sent' && { sentDate: toWireDate(row.updated_at) }),
  ...(row.next_at !== null && { dueDate: toWireDate(row.next_at) }),
})
