import { type AddressToken, type AddressUnit, api } from '@latchwork/contract'
import { Center, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../kit/data/queries.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import type { Messages } from '../../kit/language/languages.ts'
import { Copyable } from '../../kit/layout/copyable.tsx'
import { FactList } from '../../kit/layout/fact-list.tsx'
import { QrCode } from '../../kit/layout/qr-code.tsx'

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
      {redeemed === undefined && <Text size="sm">{words.tokenDetail}</Text>}
      <Copyable isTitled label={words.token} value={unit.addressTokenId} />
      {redeemed === undefined && <Invitation tokenId={unit.addressTokenId} />}
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
