import { api } from '@latchwork/contract'
import { Code, Text, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useSend } from '../../kit/data/queries.ts'
import { DialogButton } from '../../kit/forms/dialog-button.tsx'
import { DialogForm } from '../../kit/forms/dialog-form.tsx'
import { EditButton, RemovalButton } from '../../kit/forms/row-buttons.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { Row, RowList } from '../../kit/layout/row-list.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { refusalOf } from '../../kit/states/describe-error.ts'
import { useSuccess } from '../../kit/states/success.ts'

interface Annotation {
  name: string
  value: string
}

/** Notes under a name, for people and for software of theirs. */
export function Annotations({ annotations }: { annotations: Readonly<Record<string, string>> }) {
  const words = useLanguage().text.account.settings.annotations
  const all = Object.entries(annotations).map(([name, value]) => ({ name, value }))
  return (
    <Section
      title={words.title}
      lead={words.lead}
      actions={
        <DialogButton label={words.add} variant="default" leftSection={<IconPlus size={18} aria-hidden />}>
          {(close) => <NewAnnotation onDone={close} />}
        </DialogButton>
      }
    >
      {all.length === 0 ? (
        <Text c="dimmed">{words.empty}</Text>
      ) : (
        <RowList label={words.title} rows={all} keyOf={({ name }) => name}>
          {(annotation) => (
            <Row actions={<Actions annotation={annotation} />}>
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                <Code>{annotation.name}</Code>
              </Text>
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {annotation.value}
              </Text>
            </Row>
          )}
        </RowList>
      )}
    </Section>
  )
}

function Actions({ annotation }: { annotation: Annotation }) {
  const words = useLanguage().text.account.settings.annotations
  const { name } = annotation
  return (
    <>
      <EditButton name={name} title={name}>
        {(close) => <ValueForm annotation={annotation} onDone={close} />}
      </EditButton>
      <RemovalButton
        name={name}
        words={words}
        route={api.accountSettings.update}
        // Null takes a note away, which the type of a note does not say.
        input={{ body: { web: { annotations: { [name]: null as unknown as string } } } }}
        changes={[api.accountSettings.get]}
      />
    </>
  )
}

/** Keeps a note under its name, in place of the one before. */
function useKeep(onDone: () => void) {
  const words = useLanguage().text.account.settings
  const succeed = useSuccess()
  const { mutate, isPending, error } = useSend(api.accountSettings.update, {
    changes: [api.accountSettings.get],
    onSuccess: () => {
      succeed(words.saved)
      onDone()
    },
  })
  const keep = ({ name, value }: Annotation) => mutate({ body: { web: { annotations: { [name]: value } } } })
  return { keep, isPending, error }
}

function NewAnnotation({ onDone }: { onDone: () => void }) {
  const { text } = useLanguage()
  const words = text.account.settings.annotations
  const [name, setName] = useState('')
  const [value, setValue] = useState('')
  const { keep, ...sending } = useKeep(onDone)
  return (
    <DialogForm {...sending} submitLabel={text.kit.save} onSubmit={() => keep({ name, value })}>
      <TextInput
        label={words.name}
        description={words.nameHelp}
        required
        value={name}
        error={refusalOf(sending.error, `web.annotations.${name}`)}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      <TextInput
        label={words.value}
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
    </DialogForm>
  )
}

function ValueForm({
  annotation: { name, value: before },
  onDone,
}: {
  annotation: Annotation
  onDone: () => void
}) {
  const { text } = useLanguage()
  const [value, setValue] = useState(before)
  const { keep, ...sending } = useKeep(onDone)
  return (
    <DialogForm {...sending} submitLabel={text.kit.save} onSubmit={() => keep({ name, value })}>
      <TextInput
        label={text.account.settings.annotations.value}
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
        data-autofocus
      />
    </DialogForm>
  )
}
