import type { Route } from '@latchwork/contract'
import type { CallArguments } from '@latchwork/sdk'
import type { ReactNode } from 'react'
import { useSend } from '../data/queries.ts'
import { useLanguage } from '../language/language.tsx'
import { useComplaint } from '../states/complaint.tsx'
import { useSuccess } from '../states/success.ts'
import { ConfirmButton } from './confirm-button.tsx'
import { DialogButton } from './dialog-button.tsx'

interface EditButtonProps {
  /** What is edited: buttons of other rows look alike. */
  name: string
  title: string
  children: (close: () => void) => ReactNode
}

/** Opens the form for one row of a list. */
export function EditButton({ name, title, children }: EditButtonProps) {
  const { edit } = useLanguage().text.kit
  return (
    <DialogButton size="xs" variant="default" label={edit} name={`${edit}: ${name}`} title={title}>
      {children}
    </DialogButton>
  )
}

interface RemovalButtonProps<R extends Route> {
  name: string
  words: { remove: string; removeTitle: string; removeDetail: (name: string) => string; removed?: string }
  route: R
  input: CallArguments<R>[0]
  /** What was read from these routes is read again. */
  changes: readonly Route[]
}

/**
 * Removes what one row of a list shows, after one was asked; says that it is done, where the row itself does not show
 * how it goes on, or why not.
 */
export function RemovalButton<R extends Route>({
  name,
  words,
  route,
  input,
  changes,
}: RemovalButtonProps<R>) {
  const succeed = useSuccess()
  const complain = useComplaint()
  const removal = useSend(route, {
    changes,
    onSuccess: () => words.removed && succeed(words.removed),
    onError: complain,
  })
  return (
    <ConfirmButton
      size="xs"
      label={words.remove}
      name={`${words.remove}: ${name}`}
      title={words.removeTitle}
      detail={words.removeDetail(name)}
      isPending={removal.isPending}
      onConfirm={() => removal.mutate(input)}
    />
  )
}
