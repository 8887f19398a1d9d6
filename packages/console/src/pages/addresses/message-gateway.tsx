import { api } from '@latchwork/contract'
import { Alert, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSend } from '../../kit/data/queries.ts'
import { ConfirmButton } from '../../kit/forms/confirm-button.tsx'
import { DialogButton } from '../../kit/forms/dialog-button.tsx'
import { DialogForm } from '../../kit/forms/dialog-form.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { ShownOnce } from '../../kit/layout/shown-once.tsx'
import { useComplaint } from '../../kit/states/complaint.tsx'
import { refusalOf } from '../../kit/states/describe-error.ts'

interface Props {
  addressId: number
  gatewayUrl: string | undefined
}

/** Who sends short messages to the guests of an address. */
export function MessageGateway({ addressId, gatewayUrl }: Props) {
  const words = useLanguage().text.guestMessages
  return (
    <Section title={words.gateway} lead={words.gatewayLead}>
      {gatewayUrl !== undefined && <Text size="sm">{words.gatewayNow(gatewayUrl)}</Text>}
      <Group>
        <DialogButton variant="default" label={words.gatewaySet}>
          {(close) => <NewGateway addressId={addressId} onDone={close} />}
        </DialogButton>
        {gatewayUrl !== undefined && (
          <>
            <DialogButton variant="default" label={words.test}>
              {() => <TestGateway addressId={addressId} />}
            </DialogButton>
            <RemoveGateway addressId={addressId} />
          </>
        )}
      </Group>
    </Section>
  )
}

function NewGateway({ addressId, onDone }: { addressId: number; onDone: () => void }) {
  const words = useLanguage().text.guestMessages
  const [url, setUrl] = useState('')
  const set = useSend(api.guestMessages.setGateway, { changes: [api.guestMessages.get] })
  const made = set.data?.data
  if (made)
    return <ShownOnce warning={words.secretOnce} label={words.secret} value={made.secret} onDone={onDone} />
  return (
    <DialogForm
      submitLabel={words.gatewaySet}
      isPending={set.isPending}
      isIncomplete={url === ''}
      error={set.error}
      onSubmit={() => set.mutate({ params: { addressId }, body: { url } })}
      onCancel={onDone}
    >
      <TextInput
        type="url"
        label={words.gatewayUrl}
        placeholder="https://"
        value={url}
        error={refusalOf(set.error, 'url')}
        onChange={(event) => setUrl(event.currentTarget.value)}
        data-autofocus
      />
    </DialogForm>
  )
}

function TestGateway({ addressId }: { addressId: number }) {
  const { text, language } = useLanguage()
  const words = text.guestMessages
  const [phone, setPhone] = useState('')
  const test = useSend(api.guestMessages.testGateway)
  const answer = test.data?.data
  return (
    <DialogForm
      submitLabel={words.test}
      isPending={test.isPending}
      isIncomplete={phone === ''}
      error={test.error}
      onSubmit={() => test.mutate({ params: { addressId }, body: { phone, language } })}
    >
      <TextInput
        type="tel"
        label={words.phone}
        description={words.phoneHelp}
        value={phone}
        error={refusalOf(test.error, 'phone')}
        onChange={(event) => setPhone(event.currentTarget.value)}
        data-autofocus
      />
      {answer && (
        <Alert color={answer.success ? 'green' : 'red'} variant="light" role="status">
          {answer.success ? words.testDone : answer.message}
        </Alert>
      )}
    </DialogForm>
  )
}

function RemoveGateway({ addressId }: { addressId: number }) {
  const words = useLanguage().text.guestMessages
  const complain = useComplaint()
  const { mutate, isPending } = useSend(api.guestMessages.removeGateway, {
    changes: [api.guestMessages.get],
    onError: complain,
  })
  return (
    <ConfirmButton
      label={words.gatewayRemove}
      title={words.gatewayRemove}
      detail={words.gatewayRemoveDetail}
      isPending={isPending}
      onConfirm={() => mutate({ params: { addressId } })}
    />
  )
}
