import { type AccountUser, api } from '@latchwork/contract'
import { Button, Divider, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../kit/data/call.ts'
import { useSend } from '../../kit/data/queries.ts'
import { saveFile } from '../../kit/data/save-file.ts'
import { DialogButton } from '../../kit/forms/dialog-button.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { useComplaint } from '../../kit/states/complaint.tsx'
import { useSuccess } from '../../kit/states/success.ts'

/** What is kept about a person: handed out to them, or erased; for the owner of the account only. */
export function PersonalData({ user }: { user: AccountUser }) {
  const words = useLanguage().text.people.data
  return (
    <DialogButton
      size="xs"
      variant="default"
      label={words.label}
      name={words.of(user.name)}
      title={words.of(user.name)}
    >
      {(close) => (
        <Stack>
          <Handing user={user} />
          <Divider />
          <Erasing user={user} onDone={close} />
        </Stack>
      )}
    </DialogButton>
  )
}

function Handing({ user: { accountUserId } }: { user: AccountUser }) {
  const words = useLanguage().text.people.data
  const complain = useComplaint()
  const [isUnderWay, setUnderWay] = useState(false)
  const download = async () => {
    setUnderWay(true)
    try {
      const { data } = await call(api.privacy.export, { params: { accountUserId } })
      saveFile(data ?? '', `person-${accountUserId}.json`)
    } catch (error) {
      complain(error)
    } finally {
      setUnderWay(false)
    }
  }
  return (
    <>
      <Text size="sm">{words.exportDetail}</Text>
      <Group>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} />}
          loading={isUnderWay}
          onClick={() => void download()}
        >
          {words.export}
        </Button>
      </Group>
    </>
  )
}

/** The proof is a file at once: the row that this belongs to goes away. */
function Erasing({ user: { accountUserId, name }, onDone }: { user: AccountUser; onDone: () => void }) {
  const words = useLanguage().text.people.data
  const [typed, setTyped] = useState('')
  const succeed = useSuccess()
  const complain = useComplaint()
  const erasure = useSend(api.privacy.erase, {
    changes: [api.accountUsers.list, api.authorizations.list],
    onSuccess: ({ data }) => {
      saveFile(JSON.stringify(data, null, 2), `erasure-${accountUserId}.json`)
      succeed(words.erased)
      onDone()
    },
    onError: complain,
  })
  return (
    <>
      <Text size="sm">{words.eraseDetail}</Text>
      <TextInput
        label={words.confirm(name)}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Group>
        <Button
          color="red"
          disabled={typed.trim() !== name.trim()}
          loading={erasure.isPending}
          onClick={() => erasure.mutate({ params: { accountUserId }, body: {} })}
        >
          {words.erase}
        </Button>
      </Group>
    </>
  )
}
