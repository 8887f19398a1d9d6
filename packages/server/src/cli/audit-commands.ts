import { parseArgs } from 'node:util'
import { SignedCheckpoint } from '@latchwork/contract'
import { Compile } from 'typebox/compile'
import type { Config } from '../config.ts'
import * as access from '../features/access/service.ts'
import * as audit from '../features/audit/service.ts'
import type { Ctx } from '../platform/context.ts'
import type { Command, Outcome, Terminal } from './command.ts'

const refused = (text: string): Outcome => ({ text, failed: true })

interface Kept {
  checkpoints: SignedCheckpoint[]
  notes: string[]
}

/**
 * The checkpoints of a file, or what is wrong with it. A line that was cut off while it was written says nothing, and is
 * told of: the others count all the same.
 */
async function readCheckpoints(terminal: Terminal, path: string): Promise<Kept | string> {
  const text = await terminal.readText(path).catch((error: Error) => error)
  if (text instanceof Error) return `The file cannot be read: ${text.message}`
  const schema = Compile(SignedCheckpoint)
  const kept: Kept = { checkpoints: [], notes: [] }
  for (const [i, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const value = parsed(line)
    if (schema.Check(value)) kept.checkpoints.push(value)
    else
      kept.notes.push(
        `Line ${i + 1} of the file is not a checkpoint, or only a part of one, and was left out.`,
      )
  }
  return kept.checkpoints.length === 0 ? 'The file holds no checkpoint.' : kept
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

async function verify(
  ctx: Ctx<never>,
  args: string[],
  _config: Config,
  terminal: Terminal,
): Promise<Outcome> {
  const { values } = parseArgs({ args, strict: false, options: { checkpoint: { type: 'string' } } })
  const unknown = Object.keys(values).filter((name) => name !== 'checkpoint')
  if (unknown.length > 0) return refused(`There is no option --${unknown[0]}.`)
  const { checkpoint } = values
  const kept =
    typeof checkpoint === 'string'
      ? await readCheckpoints(terminal, checkpoint)
      : { checkpoints: [], notes: [] }
  if (typeof kept === 'string') return refused(kept)
  const verdict = await audit.verify(ctx, kept.checkpoints)
  const rights = await access.verifyHistory(ctx)
  const { chains, entries } = verdict
  const problems = [...verdict.problems, ...rights.problems]
  const notes = [...kept.notes, ...verdict.notes]
  const summary = `${entries} entries in ${chains} logs, ${rights.versions} versions of authorizations`
  if (problems.length === 0) return { text: [`The audit log holds: ${summary}.`, ...notes].join('\n') }
  return refused([`The audit log was tampered with: ${summary}.`, ...problems, ...notes].join('\n'))
}

async function exportLog(ctx: Ctx<never>, args: string[]): Promise<Outcome> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    strict: false,
    options: { format: { type: 'string', default: 'jsonl' } },
  })
  const [id = ''] = positionals
  const { format } = values
  if (!/^\d{1,10}$/.test(id)) return refused('Name the account by its number.')
  if (format !== 'jsonl' && format !== 'csv') return refused('The format is jsonl or csv.')
  return { text: '', parts: audit.exported(ctx, Number(id), format) }
}

export const auditCommands: readonly Command[] = [
  {
    name: 'audit verify',
    parameters: '[--checkpoint <file>]',
    says: 'prove that no entry of the audit log was changed',
    run: verify,
  },
  {
    name: 'audit checkpoint',
    parameters: '',
    says: 'write down, signed, how far all logs are',
    async run(ctx) {
      const anchored = await audit.anchor(ctx)
      if ('problem' in anchored) return refused(`There is nothing to sign: ${anchored.problem}.`)
      return { text: JSON.stringify(await audit.checkpointOfAll(ctx)) }
    },
  },
  {
    name: 'audit anchor',
    parameters: '--begin-anew',
    says: 'begin the anchor of the audit log with what is there',
    async run(ctx, [option]) {
      if (option !== '--begin-anew')
        return refused('The service anchors by itself. To give up what was anchored, say --begin-anew.')
      const anchored = await audit.beginAnew(ctx)
      if ('problem' in anchored) return refused(`It could not be begun: ${anchored.problem}.`)
      const { entries, accounts } = anchored.seal
      return { text: `The anchor begins with ${entries} entries of ${accounts} accounts.` }
    },
  },
  {
    name: 'audit export',
    parameters: '<accountId> [--format jsonl|csv]',
    says: 'print the audit log of an account',
    run: exportLog,
  },
]
