import {
  type Account,
  api,
  LANGUAGES,
  type Language,
  NOTIFICATION_OS,
  type Notification,
} from '@latchwork/contract'
import { Stack } from '@mantine/core'
import { useSend } from '../../kit/data/queries.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { Copyable } from '../../kit/layout/copyable.tsx'
import { useSuccess } from '../../kit/states/success.ts'
import { NotificationForm } from './notification-form.tsx'

const CHANGED = [api.notifications.list]

/** The reader's language, where it is one that notifications are written in. */
const languageOf = (tag: string | undefined): Language => LANGUAGES.find((known) => known === tag) ?? 'en'

/** Adds somebody to be notified; what most people want is chosen already. */
export function NewNotification({ account, onDone }: { account: Account; onDone: () => void }) {
  const words = useLanguage().text.notifications
  const succeed = useSuccess()
  const creation = useSend(api.notifications.create, {
    changes: CHANGED,
    onSuccess: () => {
      succeed(words.created)
      onDone()
    },
  })
  return (
    <NotificationForm
      initial={{
        os: NOTIFICATION_OS.webhook,
        pushId: '',
        language: languageOf(account.language),
        settings: [{ triggerEvents: ['unlock', 'unlatch', 'open', 'ring', 'warnings'] }],
      }}
      submitLabel={words.create}
      isPending={creation.isPending}
      error={creation.error}
      onSubmit={({ referenceId, ...fields }) =>
        creation.mutate({ body: { ...fields, ...(referenceId !== null && { referenceId }) } })
      }
    />
  )
}

/** Changes one; with it stands the secret that signs what is posted, because the receiver needs it. */
export function NotificationChanges({ of, onDone }: { of: Notification; onDone: () => void }) {
  const { text } = useLanguage()
  const words = text.notifications
  const succeed = useSuccess()
  const change = useSend(api.notifications.update, {
    changes: CHANGED,
    onSuccess: () => {
      succeed(words.saved)
      onDone()
    },
  })
  return (
    <Stack>
      {of.os === NOTIFICATION_OS.webhook && <Copyable isTitled label={words.secret} value={of.secret} />}
      <NotificationForm
        initial={{ ...of, language: languageOf(of.language) }}
        submitLabel={text.kit.save}
        isPending={change.isPending}
        error={change.error}
        onSubmit={(body) => change.mutate({ params: { notificationId: of.notificationId }, body })}
      />
    </Stack>
  )
}
