import { type AddressToken, type AddressUnit, api } from '@latchwork/contract'
import { Button, Center, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { read, useSend } from '../../kit/data/queries.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import type { Messages } from '../../kit/language/languages.ts'
import { Copyable } from '../../kit/layout/copyable.tsx'
import { FactList } from '../../kit/layout/fact-list.tsx'
import { QrCode } from '../../kit/layout/qr-code.tsx'
import { useComplaint } from '../../kit/states/complaint.tsx'

/** The token of a unit, to be handed on; what it gave, once somebody redeemed it. */
export function UnitToken({ unit, zone }: { unit: AddressUnit; zone: string }) {
  const { text, format } = useLanguage()
  const clock = format.at(zone)
  const words = text.units
  const tokens = useQuery(read(api.addressUnits.tokens, { params: { addressId: unit.addressId } }))
  const token = tokens.data?.find(({ id }) => id === unit.addressTokenId)
  const redeemed = unit.redeemDate && words.redeemed(clock.named(clock.moment(unit.redeemDate)))
  return (
    <Stack>
      <Token unit={unit} />
      {token && token.creator !== 'account' && <Creator unit={unit} hasEnded={token.hasEnded === true} />}
      <FactList
        facts={[
          [words.redemption, redeemed ?? words.open],
          [text.doors.columns.state, redeemed && resultText(unit, text)],
          [words.redeemedBy, token?.redeemAccountId],
        ]}
      />
      <InviteKeys token={token} />
    </Stack>
  )
}

function Token({ unit: { addressTokenId, redeemDate } }: { unit: AddressUnit }) {
  const words = useLanguage().text.units
  if (addressTokenId === undefined) return <Text size="sm">{words.tokenHidden}</Text>
  return (
    <>
      {redeemDate === undefined && <Text size="sm">{words.tokenDetail}</Text>}
      <Copyable isTitled label={words.token} value={addressTokenId} />
      {redeemDate === undefined && <Invitation tokenId={addressTokenId} />}
    </>
  )
}

/** The token was made by a program or a sub-account: the owner can make it their own. */
function Creator({ unit: { addressId, id }, hasEnded }: { unit: AddressUnit; hasEnded: boolean }) {
  const words = useLanguage().text.units
  const complain = useComplaint()
  const changes = [api.addressUnits.tokens]
  const keep = useSend(api.addressUnits.keepToken, { changes, onError: complain })
  return (
    <>
      <Text size="sm" c={hasEnded ? 'var(--mantine-color-error)' : 'dimmed'}>
        {hasEnded ? words.tokenEnded : words.tokenBorrowed}
      </Text>
      <Button
        variant="default"
        loading={keep.isPending}
        onClick={() => keep.mutate({ params: { addressId, id }, body: {} })}
      >
        {words.keepToken}
      </Button>
    </>
  )
}

/** The token as a link that leads to where it is redeemed; behind the # it is sent to nobody. */
function Invitation({ tokenId }: { tokenId: string }) {
  const words = useLanguage().text.redeem
  const url = new URL(`/console/redeem#invitation=${tokenId}`, location.origin).href
  return (
    <>
      <Copyable isTitled label={words.invitation} value={url} />
      <Center>
        <QrCode value={url} label={words.qr} />
      </Center>
    </>
  )
}

function resultText({ redeemResult }: AddressUnit, { units: words }: Messages): string {
  if (redeemResult === undefined) return words.redeemedWaiting
  return redeemResult === 'ok' ? words.redeemedOk : words.redeemedFailed
}

function InviteKeys({ token }: { token: AddressToken | undefined }) {
  const words = useLanguage().text.units
  if (token?.inviteKeys === undefined) return null
  return <Copyable isTitled label={words.inviteKeys} value={token.inviteKeys.join('\n')} />
}
