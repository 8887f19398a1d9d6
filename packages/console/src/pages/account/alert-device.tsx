import { type AlertChannel, api } from '@latchwork/contract'
import { Alert, Button, Group, Text } from '@mantine/core'
import { IconBell, IconBellOff } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { NotAllowed, ownFingerprint, pushProblem, subscribe, unsubscribe } from '../../kit/alerts/push.ts'
import { useReadAgain } from '../../kit/data/queries.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { FormFailure } from '../../kit/states/form-failure.tsx'
import { TestButton } from './alert-ways.tsx'
import { browserName } from './browser-name.ts'

const OWN = ['own push subscription']

/** Apple's phones take alerts of pages that were put on the home screen, and of no other. */
const isAppleInBrowser = (): boolean =>
  /iPhone|iPad/.test(navigator.userAgent) && !window.matchMedia('(display-mode: standalone)').matches

/** Alerts on the very device one looks at. */
export function AlertDevice({ channels }: { channels: readonly AlertChannel[] }) {
  const words = useLanguage().text.alerts.device
  const { data: fingerprint } = useQuery({ queryKey: OWN, queryFn: ownFingerprint, staleTime: 0 })
  const own = channels.find(
    (channel) => channel.fingerprint !== undefined && channel.fingerprint === fingerprint,
  )
  const problem = pushProblem()
  return (
    <Section title={words.title} lead={words.lead}>
      {problem !== undefined && !own ? (
        <Text size="sm">{isAppleInBrowser() ? words.install : words.problems[problem]}</Text>
      ) : (
        <DeviceSwitch own={own} />
      )}
    </Section>
  )
}

function DeviceSwitch({ own }: { own: AlertChannel | undefined }) {
  const { text, language } = useLanguage()
  const words = text.alerts.device
  const queries = useQueryClient()
  const readAgain = useReadAgain()
  const turn = useMutation({
    mutationFn: () => (own ? unsubscribe(own) : subscribe(browserName(navigator.userAgent), language)),
    onSettled: () =>
      Promise.all([queries.invalidateQueries({ queryKey: OWN }), readAgain([api.alerts.channels])]),
  })
  return (
    <>
      {turn.error instanceof NotAllowed ? (
        <Alert color="yellow" variant="light">
          {words.notAllowed}
        </Alert>
      ) : (
        <FormFailure error={turn.error} />
      )}
      {own && <Text size="sm">{words.isOn}</Text>}
      <Group>
        <Button
          variant={own ? 'default' : 'filled'}
          leftSection={own ? <IconBellOff size={18} aria-hidden /> : <IconBell size={18} aria-hidden />}
          loading={turn.isPending}
          onClick={() => turn.mutate()}
        >
          {own ? words.off : words.on}
        </Button>
        {own && <TestButton channel={own} />}
      </Group>
    </>
  )
}
