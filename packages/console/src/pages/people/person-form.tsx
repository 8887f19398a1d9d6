import { ACCOUNT_USER_TYPES, type AccountUser, api, LANGUAGES, type Language } from '@latchwork/contract'
import { Select, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { newNoMail, shownMail } from '../../kit/access/no-mail.ts'
import { useSend } from '../../kit/data/queries.ts'
import { DialogForm } from '../../kit/forms/dialog-form.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { refusalOf } from '../../kit/states/describe-error.ts'

interface Person {
  name: string
  email: string
  language: Language | undefined
}

interface NewPersonProps {
  onDone: () => void
  /** Who it is, where somebody goes on with them. */
  onCreated?: (person: AccountUser) => void
}

export function NewPerson({ onDone, onCreated }: NewPersonProps) {
  const { text } = useLanguage()
  const [type, setType] = useState<(typeof ACCOUNT_USER_TYPES)[number]>(0)
  const { mutate, isPending, error } = useSend(api.accountUsers.create, {
    changes: [api.accountUsers.list],
    onSuccess: ({ data }) => {
      onCreated?.(data)
      onDone()
    },
  })
  return (
    <PersonFields
      start={{ name: '', email: '', language: undefined }}
      isPending={isPending}
      error={error}
      onCancel={onDone}
      onSave={({ language, ...person }) =>
        mutate({
          body: { ...person, email: person.email || newNoMail(), type, ...(language && { language }) },
        })
      }
    >
      <Select
        label={text.people.kind}
        data={ACCOUNT_USER_TYPES.map((value) => ({ value: String(value), label: text.people.kinds[value] }))}
        value={String(type)}
        allowDeselect={false}
        onChange={(value) => setType(value === '1' ? 1 : 0)}
      />
    </PersonFields>
  )
}

export function EditPerson({ user, onDone }: { user: AccountUser; onDone: () => void }) {
  const { language: spoken } = useLanguage()
  const { mutate, isPending, error } = useSend(api.accountUsers.update, {
    changes: [api.accountUsers.list],
    onSuccess: onDone,
  })
  return (
    <PersonFields
      start={{
        name: user.name,
        email: shownMail(user.email), // A change has to name one, also where none was chosen before.
        language: user.language ?? spoken,
      }}
      isPending={isPending}
      error={error}
      onCancel={onDone}
      onSave={({ language, ...person }) =>
        mutate({
          params: { accountUserId: user.accountUserId },
          // Whoever had none still has the one that cannot be.
          body: {
            ...person,
            email: person.email || (shownMail(user.email) === '' ? user.email : newNoMail()),
            ...(language && { language }),
          },
        })
      }
    />
  )
}

interface PersonFieldsProps {
  start: Person
  isPending: boolean
  error: unknown
  onSave: (person: Person) => void
  onCancel: () => void
  children?: ReactNode
}

function PersonFields({ start, isPending, error, onSave, onCancel, children }: PersonFieldsProps) {
  const { text, language: spoken } = useLanguage()
  const [person, setPerson] = useState(start)
  const change = (part: Partial<Person>) => setPerson((before) => ({ ...before, ...part }))
  const nameOf = new Intl.DisplayNames([spoken], { type: 'language' })
  return (
    <DialogForm
      submitLabel={text.kit.save}
      isPending={isPending}
      error={error}
      onSubmit={() => onSave({ ...person, name: person.name.trim(), email: person.email.trim() })}
      onCancel={onCancel}
    >
      <TextInput
        label={text.people.name}
        required
        maxLength={255}
        value={person.name}
        error={refusalOf(error, 'name')}
        onChange={(event) => change({ name: event.currentTarget.value })}
        data-autofocus
      />
      <TextInput
        label={text.people.email}
        type="email"
        description={text.people.emailHelp}
        value={person.email}
        error={refusalOf(error, 'email')}
        onChange={(event) => change({ email: event.currentTarget.value })}
      />
      <Select
        label={text.people.language}
        placeholder={text.people.languageAny}
        data={LANGUAGES.map((value) => ({ value, label: nameOf.of(value) ?? value }))}
        value={person.language ?? null}
        allowDeselect={start.language === undefined}
        onChange={(value) => change({ language: (value as Language | null) ?? undefined })}
      />
      {children}
    </DialogForm>
  )
}
