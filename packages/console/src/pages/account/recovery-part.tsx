import { type Account, api } from '@latchwork/contract'
import { Alert, Button, Code, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { read, useSend } from '../../kit/data/queries.ts'
import { ConfirmButton } from '../../kit/forms/confirm-button.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { useComplaint } from '../../kit/states/complaint.tsx'
import { QueryView } from '../../kit/states/query-view.tsx'

/** Codes on paper for the day the phone is lost; only where there is something they stand in for. */
export function RecoveryPart({ account }: { account: Account }) {
  const words = useLanguage().text.account.recovery
  const passkeys = useQuery(read(api.passkeys.list))
  const codes = useQuery(read(api.recoveryCodes.get))
  const isProtected = account.config?.otpEnabledDate !== undefined || (passkeys.data?.length ?? 0) > 0
  return (
    <Section title={words.title} lead={words.lead}>
      {isProtected ? (
        <QueryView query={codes}>{({ left }) => <Codes left={left} />}</QueryView>
      ) : (
        <Text size="sm">{words.idle}</Text>
      )}
    </Section>
  )
}

function Codes({ left }: { left: number }) {
  const words = useLanguage().text.account.recovery
  const complain = useComplaint()
  const making = useSend(api.recoveryCodes.make, { changes: [api.recoveryCodes.get], onError: complain })
  const made = making.data?.data.codes
  const make = () => making.mutate({ body: {} })
  return (
    <Stack>
      <Text fw={600}>{words.left(left)}</Text>
      {made && <MadeCodes codes={made} />}
      <Group>
        {left === 0 ? (
          <Button loading={making.isPending} onClick={make}>
            {words.make}
          </Button>
        ) : (
          <ConfirmButton
            label={words.renew}
            title={words.renew}
            detail={words.renewDetail}
            isPending={making.isPending}
            onConfirm={make}
          />
        )}
      </Group>
    </Stack>
  )
}

function MadeCodes({ codes }: { codes: readonly string[] }) {
  const words = useLanguage().text.account.recovery
  return (
    <Alert color="blue" variant="light" title={words.keep}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" maw={420} aria-label={words.title}>
        {codes.map((code) => (
          <Code key={code} fz="md">
            {code}
          </Code>
        ))}
      </SimpleGrid>
    </Alert>
  )
}
