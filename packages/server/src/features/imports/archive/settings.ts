import { AlertChoices, WebSettings } from '@latchwork/contract'
import { Value } from 'typebox/value'
import type { Archive } from '../../../storage/export/read-archive.ts'
import * as alerts from '../../events/notifications/alerts/service.ts'
import * as retention from '../../identity/retention/service.ts'
import * as settings from '../../identity/settings/service.ts'
import { integer, isFields } from '../shapes.ts'
import type { Walk } from '../walk.ts'

type Bring = (tx: Walk['ctx']) => Promise<'made' | 'same' | undefined>

/** What the owner of the account had chosen: how lists look, how long records are kept, what is told. */
export async function bringSettings(walk: Walk, { accountId, rows }: Archive): Promise<void> {
  const of = (table: string) => rows.one(table, '', String(accountId))
  const web = parsed(of('account_setting')?.web)
  const kept = of('account_retention')
  const days = kept && {
    logDays: integer(kept.log_days, 1, MOST_DAYS),
    reservationDays: integer(kept.reservation_days, 1, MOST_DAYS),
    mailDays: integer(kept.mail_days, 1, MOST_DAYS),
  }
  const chosen = Object.fromEntries(Object.entries(days ?? {}).filter(([, value]) => value !== undefined))
  const alerted = await choicesHere(walk, parsed(of('alert_choice')?.choices))
  const found: [string, Bring][] = [
    ...one('settings', Value.Check(WebSettings, web) && Object.keys(web).length > 0, (tx) =>
      settings.bring(tx, web as WebSettings),
    ),
    ...one('retention', Object.keys(chosen).length > 0, (tx) => retention.bring(tx, chosen)),
    ...one('alerts', alerted !== undefined, (tx) => alerts.bring(tx, alerted as AlertChoices)),
  ]
  await walk.step({ phase: 'account', position: null, cursor: null }, async (tx, notes) => {
    for (const [name, bring] of found) {
      const outcome = walk.isDry ? 'made' : await bring(tx)
      notes.tell({
        ...{ kind: 'setting', name },
        ...(outcome ? { outcome } : { outcome: 'leftOut', reason: 'unreadable' }),
      })
    }
    return undefined
  })
}

const MOST_DAYS = 36_500

const one = (name: string, isSaid: boolean, bring: Bring): [string, Bring][] =>
  isSaid ? [[name, bring]] : []

function parsed(value: unknown): unknown {
  try {
    return typeof value === 'string' ? JSON.parse(value) : undefined
  } catch {
    return undefined
  }
}

/** With locks as they are called here; rules of locks that were left out go. */
async function choicesHere(walk: Walk, value: unknown): Promise<AlertChoices | undefined> {
  if (!isFields(value) || !Value.Check(AlertChoices, value)) return undefined
  const known = await walk.known(
    'lock',
    value.rules.flatMap(({ smartlockId }) => (smartlockId === undefined ? [] : [String(smartlockId)])),
  )
  const rules = value.rules.flatMap((rule) => {
    if (rule.smartlockId === undefined) return [rule]
    const own = known.get(String(rule.smartlockId))
    return own ? [{ ...rule, smartlockId: Number(own.own_id) }] : []
  })
  return { ...value, rules }
}
