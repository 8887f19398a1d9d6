import {
  AdvancedConfigChange,
  api,
  OpenerAdvancedConfigChange,
  type Route,
  SmartdoorAdvancedConfigChange,
  type Smartlock,
  SmartlockConfigChange,
  SmartlockLabels,
  WebConfig,
} from '@latchwork/contract'
import type { CallArguments } from '@latchwork/sdk'
import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useSend } from '../../kit/data/queries.ts'
import { WaitingBadge } from '../../kit/devices/device-facts.tsx'
import type { FieldValues, FieldWords, ObjectSchema } from '../../kit/forms/schema-fields.ts'
import { SchemaForm } from '../../kit/forms/schema-form.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import type { Messages } from '../../kit/language/languages.ts'
import { Section } from '../../kit/layout/section.tsx'
import { showOperation } from '../../kit/operations/latest-operations.ts'
import { LockProgress } from '../../kit/operations/operation-progress.tsx'
import { useComplaint } from '../../kit/states/complaint.tsx'
import { pinStateText } from './admin-pin.ts'
import { DoorCredentials } from './door-credentials.tsx'
import { DoorRemoval } from './door-removal.tsx'

interface SettingsPart {
  readonly key: string
  readonly title: (text: Messages) => string
  readonly lead?: (text: Messages, lock: Smartlock) => string | undefined
  readonly route: Route
  readonly schema: ObjectSchema
  readonly words: (text: Messages) => Readonly<Record<string, FieldWords>>
  /** Has it so many fields that they stand below headings? */
  readonly isGrouped?: true
  /** What is set now; a part the device does not have is left out. */
  readonly values: (lock: Smartlock) => FieldValues | undefined
}

/** A text that was never set is empty, so that it can be. */
const labelValues = (lock: Smartlock): FieldValues =>
  Object.fromEntries(
    Object.keys(SmartlockLabels.properties).map((field) => [
      field,
      lock[field as keyof SmartlockLabels] ?? '',
    ]),
  )

/** Every part that can be set, each with its own call: the forms follow from the schemas of those calls. */
const PARTS: readonly SettingsPart[] = [
  {
    key: 'general',
    title: (text) => text.door.general,
    route: api.smartlocks.update,
    schema: api.smartlocks.update.body,
    words: (text) => text.door.generalWords,
    values: labelValues,
  },
  {
    key: 'config',
    isGrouped: true,
    title: (text) => text.door.deviceSettings,
    route: api.smartlocks.setConfig,
    schema: SmartlockConfigChange,
    words: (text) => text.settings.config,
    values: (lock) => lock.config,
  },
  {
    key: 'advanced',
    isGrouped: true,
    title: (text) => text.door.advancedSettings,
    route: api.smartlocks.setAdvancedConfig,
    schema: AdvancedConfigChange,
    words: (text) => text.settings.advanced,
    values: (lock) => lock.advancedConfig,
  },
  {
    key: 'opener',
    isGrouped: true,
    title: (text) => text.door.advancedSettings,
    route: api.smartlocks.setOpenerConfig,
    schema: OpenerAdvancedConfigChange,
    words: (text) => text.settings.opener,
    values: (lock) => lock.openerAdvancedConfig,
  },
  {
    key: 'smartdoor',
    isGrouped: true,
    title: (text) => text.door.advancedSettings,
    route: api.smartlocks.setSmartdoorConfig,
    schema: SmartdoorAdvancedConfigChange,
    words: (text) => text.settings.smartdoor,
    values: (lock) => lock.smartdoorAdvancedConfig,
  },
  {
    key: 'web',
    title: (text) => text.door.mail,
    route: api.smartlocks.setWebConfig,
    schema: {
      properties: { batteryWarningPerMailEnabled: WebConfig.properties.batteryWarningPerMailEnabled },
    },
    words: (text) => text.settings.web,
    values: (lock) => ({ batteryWarningPerMailEnabled: false, ...lock.webConfig }),
  },
  {
    key: 'pin',
    title: (text) => text.door.admin,
    lead: (text, lock) => `${pinStateText(lock, text)} ${text.door.adminDetail}`,
    route: api.smartlocks.setAdminPin,
    schema: api.smartlocks.setAdminPin.body,
    words: (text) => text.door.adminWords,
    values: () => ({ adminPin: '' }),
  },
]

/** Everything that can be set about a lock. */
export function DoorSettings({ lock }: { lock: Smartlock }) {
  const { text } = useLanguage()
  return (
    <Stack gap="lg">
      {lock.config === undefined && <Text c="dimmed">{text.door.settingsNone}</Text>}
      {PARTS.map((part) => {
        const values = part.values(lock)
        return values && <PartForm key={part.key} part={part} lock={lock} values={values} />
      })}
      <DoorCredentials lock={lock} />
      <DoorRemoval lock={lock} />
    </Stack>
  )
}

function PartForm({ part, lock, values }: { part: SettingsPart; lock: Smartlock; values: FieldValues }) {
  const { text } = useLanguage()
  const { smartlockId } = lock
  const complain = useComplaint()
  // What a lock has to take over is saved only once it said so.
  const [isAsked, setIsAsked] = useState(false)
  const { mutateAsync, isPending, error } = useSend(part.route, {
    changes: [api.smartlocks.get, api.operations.list],
    onSuccess: ({ operationId }) => {
      setIsAsked(operationId !== undefined)
      if (operationId !== undefined) showOperation(smartlockId, operationId, 'setting')
    },
    onError: complain,
  })
  const save = (body: Record<string, unknown>) =>
    // Which fields a body has is the schema's matter; the types of all parts in one list cannot say it.
    mutateAsync({ params: { smartlockId }, body } as unknown as CallArguments<Route>[0])
  return (
    <Section
      title={part.title(text)}
      lead={part.lead?.(text, lock)}
      // What the form shows is desired and not yet taken over.
      actions={values.operationId !== undefined && <WaitingBadge>{text.door.sectionPending}</WaitingBadge>}
    >
      <SchemaForm
        schema={part.schema}
        values={values}
        words={part.words(text)}
        onSave={save}
        error={error}
        isPending={isPending}
        isGrouped={part.isGrouped === true}
        {...(isAsked && { outcome: <LockProgress smartlockId={smartlockId} asked="setting" /> })}
      />
    </Section>
  )
}
