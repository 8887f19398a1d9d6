import { api } from '@latchwork/contract'
import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSend } from '../../kit/data/queries.ts'
import { DialogForm } from '../../kit/forms/dialog-form.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { Copyable } from '../../kit/layout/copyable.tsx'
import { ClaimCode } from './claim-code.tsx'

/** These locks go to a private address and nowhere else. */
const PRIVATE_ADDRESS = /^(10\.\d{1,3}|192\.168|172\.(1[6-9]|2\d|3[01]))\.\d{1,3}\.\d{1,3}$/
const NUKI_ID = /^[0-9A-F]{8}$/
/** Always this one. */
const PORT = 1883

const PASSWORD_LETTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const PASSWORD_LENGTH = 24

/** Made here and never sent: only the gateway's file and the lock have to know it. No letter is easily taken for another. */
function newPassword(): string {
  let password = ''
  while (password.length < PASSWORD_LENGTH)
    // Every letter is as likely as any other.
    for (const byte of crypto.getRandomValues(new Uint8Array(PASSWORD_LENGTH)))
      if (byte < 256 - (256 % PASSWORD_LETTERS.length) && password.length < PASSWORD_LENGTH)
        password += PASSWORD_LETTERS[byte % PASSWORD_LETTERS.length]
  return password
}

/** A gateway that Nuki locks come to: what to write into its file, and what to enter in their app. */
export function NewNukiGateway({ onDone }: { onDone: () => void }) {
  const words = useLanguage().text.gateways
  const [name, setName] = useState('')
  const [host, setHost] = useState('')
  const [typedId, setTypedId] = useState('')
  const [password] = useState(newPassword)
  const { data, isPending, error, mutate } = useSend(api.gateways.create, { changes: [api.gateways.list] })
  const id = typedId.trim().toUpperCase()
  const isHostWrong = host !== '' && !PRIVATE_ADDRESS.test(host.trim())
  const isIdWrong = id.length >= 8 && !NUKI_ID.test(id)
  const isIncomplete = name.trim() === '' || !PRIVATE_ADDRESS.test(host.trim()) || !NUKI_ID.test(id)
  if (data !== undefined)
    return (
      <ClaimCode claimCode={data.data.claimCode} onDone={onDone}>
        <NukiFile host={host.trim()} id={id} password={password} />
      </ClaimCode>
    )
  return (
    <DialogForm
      submitLabel={words.nuki.make}
      isPending={isPending}
      isIncomplete={isIncomplete}
      error={error}
      onSubmit={() => mutate({ body: { name: name.trim() } })}
    >
      <TextInput
        label={words.gatewayName}
        required
        maxLength={32}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      <TextInput
        label={words.nuki.host}
        description={words.nuki.hostHelp}
        required
        maxLength={15}
        value={host}
        error={isHostWrong && words.nuki.hostWrong}
        onChange={(event) => setHost(event.currentTarget.value)}
      />
      <TextInput
        label={words.nuki.id}
        description={words.nuki.idHelp}
        required
        maxLength={8}
        value={typedId}
        error={isIdWrong && words.nuki.idWrong}
        onChange={(event) => setTypedId(event.currentTarget.value)}
      />
    </DialogForm>
  )
}

function NukiFile({ host, id, password }: { host: string; id: string; password: string }) {
  const words = useLanguage().text.gateways
  const hub = { family: 'nuki-mqtt', address: `mqtt://${host}:${PORT}`, logins: { [id]: password } }
  const config = { server: window.location.origin, dataDir: './gateway-data', hubs: [hub] }
  return (
    <>
      <Text size="sm">{words.nuki.configHelp}</Text>
      <Copyable isTitled label={words.config} value={JSON.stringify(config, null, 2)} />
      <Text size="sm">{words.nuki.appHelp}</Text>
      <Copyable isTitled label={words.nuki.appHost} value={host} />
      <Copyable isTitled label={words.nuki.appUser} value={id} />
      <Copyable isTitled label={words.nuki.appPassword} value={password} />
    </>
  )
}
