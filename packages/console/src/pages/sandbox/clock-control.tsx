import { api } from '@latchwork/contract'
import { Badge, Button, Group, Text, TextInput } from '@mantine/core'
import { IconPlayerSkipForward, IconRestore } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { read, useSend } from '../../kit/data/queries.ts'
import { useServiceNow } from '../../kit/data/service-clock.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { useComplaint } from '../../kit/states/complaint.tsx'

const STEPS = [
  ['minute', 'PT1M'],
  ['hour', 'PT1H'],
  ['day', 'P1D'],
  ['week', 'P7D'],
] as const

type Move = { advance?: string; at?: string; real?: boolean }

/** The clock of the whole sandbox: what it shows, and the ways to move it. */
export function ClockControl() {
  const { text, format } = useLanguage()
  const clock = useQuery(read(api.sandbox.clock))
  const now = useServiceNow(1000)
  const { move, isPending } = useMove()
  const aheadMs = clock.data?.aheadMs ?? 0
  return (
    <Section
      title={text.sandbox.clock.title}
      lead={text.sandbox.clock.lead}
      actions={
        <Badge size="lg" variant="light" tt="none" fw={500} color={aheadMs > 0 ? 'orange' : 'gray'}>
          {aheadMs > 0 ? text.sandbox.clock.ahead(format.span(aheadMs)) : text.sandbox.clock.real}
        </Badge>
      }
    >
      <Text size="xl" fw={600} role="timer" aria-label={text.sandbox.clock.title}>
        {format.day(now)}, {format.time(now)}
      </Text>
      <Group gap="xs" align="flex-end">
        {STEPS.map(([name, advance]) => (
          <Button
            key={name}
            variant="default"
            disabled={isPending}
            leftSection={<IconPlayerSkipForward size={16} />}
            onClick={() => move({ advance })}
          >
            {text.sandbox.clock[name]}
          </Button>
        ))}
        <MoveTo move={move} isPending={isPending} />
        {aheadMs > 0 && (
          <Button
            variant="subtle"
            disabled={isPending}
            leftSection={<IconRestore size={16} />}
            onClick={() => move({ real: true })}
          >
            {text.sandbox.clock.back}
          </Button>
        )}
      </Group>
      <Text size="sm" c="dimmed" role="status" mih={20}>
        {isPending ? text.sandbox.clock.moving : ''}
      </Text>
    </Section>
  )
}

function MoveTo({ move, isPending }: { move: (move: Move) => void; isPending: boolean }) {
  const { text } = useLanguage()
  const [at, setAt] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (at !== '') move({ at: new Date(at).toISOString() })
  }
  return (
    <form onSubmit={submit}>
      <Group gap="xs" align="flex-end">
        <TextInput
          label={text.sandbox.clock.to}
          type="datetime-local"
          value={at}
          onChange={(event) => setAt(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={at === ''} loading={isPending}>
          {text.sandbox.clock.toSubmit}
        </Button>
      </Group>
    </form>
  )
}

/** After a jump everything may be different, so everything in sight is read again. */
function useMove() {
  const queries = useQueryClient()
  const complain = useComplaint()
  const { mutate, isPending } = useSend(api.sandbox.moveClock, {
    onSuccess: () => queries.invalidateQueries(),
    onError: complain,
  })
  return { move: (body: Move) => mutate({ body }), isPending }
}
