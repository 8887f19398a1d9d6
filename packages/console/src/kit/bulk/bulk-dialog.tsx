import { api, type BulkAction, type BulkOrder } from '@latchwork/contract'
import { Button, Group, List, Loader, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { call } from '../data/call.ts'
import { useSend } from '../data/queries.ts'
import { DialogButton } from '../forms/dialog-button.tsx'
import { useLanguage } from '../language/language.tsx'
import { useComplaint } from '../states/complaint.tsx'

type Terms = Pick<BulkOrder, 'rename' | 'days'>

interface BulkDialogProps {
  action: BulkAction
  ids: readonly string[]
}

/** Asks before something is done to many, and shows what would become of them. */
export function BulkDialog({ action, ids }: BulkDialogProps) {
  const label = useLanguage().text.bulk.actions[action]
  const isHarmful = action === 'revokeRights' || action === 'revokePeople'
  return (
    <DialogButton
      size="xs"
      variant="default"
      {...(isHarmful && { c: 'var(--mantine-color-error)' })}
      label={label}
    >
      {(close) => <Ask action={action} ids={ids} onCancel={close} />}
    </DialogButton>
  )
}

const FIRST_TERMS: Partial<Record<BulkAction, Terms>> = {
  renameDoors: { rename: { to: '{name}' } },
  extendRights: { days: 7 },
}

function Ask({ action, ids, onCancel }: BulkDialogProps & { onCancel: () => void }) {
  const { text, format } = useLanguage()
  const [terms, setTerms] = useState<Terms>(FIRST_TERMS[action] ?? {})
  const navigate = useNavigate()
  const complain = useComplaint()
  const start = useSend(api.bulk.create, {
    changes: [api.bulk.list],
    onError: complain,
    onSuccess: ({ data }) => {
      onCancel()
      void navigate({ to: '/bulk/$bulkId', params: { bulkId: data.bulkId } })
    },
  })
  const { count, view } = usePreview(action, ids, terms)
  return (
    <Stack>
      <Text size="sm">{text.bulk.details[action](format.number(ids.length))}</Text>
      {terms.rename && <RenameFields rename={terms.rename} setTerms={setTerms} />}
      {terms.days !== undefined && (
        <NumberInput
          label={text.bulk.days}
          description={text.bulk.daysHelp}
          min={1}
          max={3650}
          allowDecimal={false}
          clampBehavior="strict"
          value={terms.days}
          onChange={(days) => setTerms({ days: Number(days) || 1 })}
        />
      )}
      {view}
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          {text.kit.cancel}
        </Button>
        <Button
          disabled={count === undefined || count === 0}
          loading={start.isPending}
          onClick={() => start.mutate({ body: { action, ids: [...ids], ...terms } })}
        >
          {text.bulk.start(text.bulk.actions[action], format.number(count ?? 0))}
        </Button>
      </Group>
    </Stack>
  )
}

interface RenameFieldsProps {
  rename: NonNullable<Terms['rename']>
  setTerms: (terms: Terms) => void
}

function RenameFields({ rename: { find = '', to }, setTerms }: RenameFieldsProps) {
  const { text } = useLanguage()
  const set = (rename: { find: string; to: string }) =>
    setTerms({ rename: { to: rename.to, ...(rename.find !== '' && { find: rename.find }) } })
  return (
    <>
      <TextInput
        label={text.bulk.find}
        description={text.bulk.findHelp}
        maxLength={32}
        value={find}
        onChange={(event) => set({ find: event.currentTarget.value, to })}
      />
      <TextInput
        label={text.bulk.newName}
        description={text.bulk.newNameHelp}
        maxLength={64}
        value={to}
        onChange={(event) => set({ find, to: event.currentTarget.value })}
        data-autofocus
      />
    </>
  )
}

/** What the service says would happen: how many, what of it cannot be done, and some as they would be. */
function usePreview(action: BulkAction, ids: readonly string[], terms: Terms) {
  const { text, format } = useLanguage()
  const wanted = useDeferredValue(terms)
  const [asked] = useState(() => crypto.randomUUID())
  const { data, error } = useQuery({
    // What is chosen stays the same while it is asked about.
    queryKey: [api.bulk.preview.path, asked, wanted],
    queryFn: async ({ signal }) =>
      (await call(api.bulk.preview, { body: { action, ids: [...ids], ...wanted }, signal })).data,
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  })
  const refused = data?.refused.reduce((sum, { count }) => sum + count, 0) ?? 0
  const words = text.bulk
  const view = (
    <div role="status">
      {!data && !error && <Loader size="sm" />}
      {error && (
        <Text size="sm" c="var(--mantine-color-error)">
          {error.message}
        </Text>
      )}
      {data?.refused.map(({ error: code, count }) => (
        <Text key={code} size="sm" c="var(--mantine-color-error)">
          {words.refused(format.number(count), words.errors[code] ?? code)}
        </Text>
      ))}
      {action === 'renameDoors' && data && (
        <List size="sm">
          {data.examples.map(({ number, name, newName }) => (
            <List.Item key={number}>{words.becomes(name, newName ?? name)}</List.Item>
          ))}
        </List>
      )}
    </div>
  )
  return { count: error || !data ? undefined : data.total - refused, view }
}
