import Type from 'typebox'
import { decodeKey } from '../../platform/security/key-file.ts'
import { count, SECRET, text } from './kinds.ts'

/** What is kept, where, for how long, and with which keys. */

export const dataDir = text('the path of a directory', (value) => value.length > 0, {
  default: './data',
  description: 'Directory of the SQLite file and of the key file',
})

export const database = Type.Object({
  url: Type.Optional(
    text('a postgres:// or postgresql:// URL', (value) => /^postgres(ql)?:\/\//.test(value), {
      ...SECRET,
      'x-default': 'SQLite',
      description:
        'PostgreSQL to use instead of SQLite; data is not moved from one to the other. With replicas name all: host1:5432,host2:5432; the one that takes writes is used',
    }),
  ),
  poolSize: count(10, 'PostgreSQL connections per process', { maximum: 1000 }),
  minFreeMb: count(
    64,
    'Megabytes that must be free on the disk of the SQLite file; with less, calls that store something are refused (507), and the rest is for what the service has to write itself',
    { minimum: 0 },
  ),
  warnFreeMb: count(1024, 'Megabytes below which the log warns and old records are removed early', {
    minimum: 0,
  }),
})

export const secretKey = Type.Optional(
  text('32 bytes as base64 or hex', (value) => decodeKey(value) !== undefined, {
    ...SECRET,
    'x-default': '`secret.key` in the data directory, made on the first start',
    description: 'Key of the encrypted columns; the newest, when there are several',
  }),
)

export const secretKeysOld = Type.Array(
  Type.Refine(Type.String(), (value) => decodeKey(value) !== undefined),
  {
    ...SECRET,
    default: [],
    'x-rule': 'a comma list of 32 bytes as base64 or hex',
    description:
      'Keys that columns may still be encrypted with, while LATCHWORK_SECRET_KEY takes their place',
  },
)

export const backup = Type.Object({
  dir: Type.Optional(
    text('the path of a directory', (value) => value.length > 0, {
      'x-default': 'none are made',
      description:
        'Directory in which the service makes backups of the database by itself, each in a folder of its own; the secret key is not in them',
    }),
  ),
  everyHours: count(24, 'Hours between two backups', { maximum: 8760 }),
  keep: count(14, 'How many backups are kept; older ones are removed', { maximum: 10_000 }),
  recipients: Type.Array(
    Type.Refine(Type.String(), (value) => /^age1[a-z0-9]{50,}$/.test(value)),
    {
      default: [],
      'x-rule': 'a comma list of public keys of age (age1…)',
      description: 'For whom backups are encrypted; the tool age and `latchwork restore` open them',
    },
  ),
  passphrase: Type.Optional(
    text('12 to 255 characters', (value) => value.length >= 12 && value.length <= 255, {
      ...SECRET,
      'x-default': 'none',
      description: 'Passphrase that backups are encrypted with, where there are no recipients',
    }),
  ),
})

export const audit = Type.Object({
  checkpointFile: Type.Optional(
    text('the path of a file', (value) => value.length > 0, {
      'x-default': 'not written',
      description:
        'File to which signed checkpoints of the audit log are added; put it where the database cannot be written from',
    }),
  ),
  checkpointMinutes: count(60, 'Minutes between two checkpoints of the audit log', { maximum: 10_080 }),
})

export const retention = Type.Object({
  logDays: count(365, 'Days smartlock logs are kept', { maximum: 36_500 }),
  operationDays: count(30, 'Days operations are kept', { maximum: 36_500 }),
  eventDays: count(7, 'Days events are kept', { maximum: 36_500 }),
  mailDays: count(30, 'Days the record of a mail is kept', { maximum: 36_500 }),
  reservationDays: count(365, 'Days reservations are kept after their end', { maximum: 36_500 }),
  leastDays: count(
    7,
    'The fewest days an account can choose for its own logs, stays and mails; the settings above are the most',
    { maximum: 36_500 },
  ),
})

export const log = Type.Object({
  level: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    default: 'info',
    description: 'Least important kind of log line that is written',
  }),
})
