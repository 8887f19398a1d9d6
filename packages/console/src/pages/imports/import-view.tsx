import { api, IMPORT_KINDS, type Import, type ImportLine } from '@latchwork/contract'
import { Button, Group, List, Progress, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lookAgain, read, useSend } from '../../kit/data/queries.ts'
import { ConfirmButton } from '../../kit/forms/confirm-button.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { FactList } from '../../kit/layout/fact-list.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { useComplaint } from '../../kit/states/complaint.tsx'
import { QueryView } from '../../kit/states/query-view.tsx'

const LOOK_MS = 1000

/** One import: how far it is, what it makes or made, what it cannot carry. */
export function ImportView({ importId, isOpen }: { importId: string; isOpen: boolean }) {
  const query = useQuery({
    ...read(api.imports.get, { params: { importId } }),
    ...(isOpen && lookAgain(LOOK_MS)),
  })
  return (
    <QueryView query={query}>
      {(shown) => (
        <>
          <State shown={shown} />
          {(shown.state === 'planned' || shown.state === 'done') && <Report shown={shown} />}
        </>
      )}
    </QueryView>
  )
}

function State({ shown }: { shown: Import }) {
  const { text, format } = useLanguage()
  const words = text.imports
  const { state, phase, percent, error, waitsUntilDate, url } = shown
  const isUnderWay = state === 'planning' || state === 'running'
  return (
    <Section title={words.states[state]} lead={words.from(url)}>
      {isUnderWay && (
        <Stack gap={4} role="status">
          <Progress value={percent} aria-label={words.progress} />
          <Text size="sm">
            {[phase && words.phases[phase], format.percent(percent)].filter(Boolean).join(' · ')}
          </Text>
        </Stack>
      )}
      {waitsUntilDate !== undefined && <Text size="sm">{words.waits(format.moment(waitsUntilDate))}</Text>}
      {error !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)">
          {words.errors[error]}
        </Text>
      )}
      {(isUnderWay || state === 'planned') && <Buttons shown={shown} />}
    </Section>
  )
}

function Buttons({ shown: { importId, state } }: { shown: Import }) {
  const words = useLanguage().text.imports
  const complain = useComplaint()
  const changes = [api.imports.list, api.imports.get]
  const start = useSend(api.imports.start, { changes, onError: complain })
  const cancel = useSend(api.imports.remove, { changes, onError: complain })
  return (
    <Group>
      {state === 'planned' && (
        <Button loading={start.isPending} onClick={() => start.mutate({ params: { importId } })}>
          {words.start}
        </Button>
      )}
      <ConfirmButton
        label={words.cancel}
        title={words.cancelTitle}
        detail={words.cancelDetail}
        isPending={cancel.isPending}
        onConfirm={() => cancel.mutate({ params: { importId } })}
      />
    </Group>
  )
}

function Report({ shown }: { shown: Import }) {
  const { text, format } = useLanguage()
  const words = text.imports
  const { counts, lines, moreLines, state } = shown
  const facts = IMPORT_KINDS.map((kind): [string, string | undefined] => {
    const of = counts[kind]
    const said = (['made', 'changed', 'same', 'gone', 'leftOut'] as const).flatMap((outcome) =>
      of && of[outcome] > 0 ? [words[outcome](format.number(of[outcome]))] : [],
    )
    return [words.kinds[kind], said.join(', ') || undefined]
  })
  const special = lines.filter(({ reason }) => reason !== undefined)
  return (
    <>
      <Section title={state === 'planned' ? words.plan : words.done} lead={words.neverCarried}>
        <FactList facts={facts} />
        <List size="sm">
          {lines
            .filter(({ reason }) => reason === undefined)
            .map((line) => (
              <List.Item key={`${line.kind} ${line.smartlockId ?? line.name}`}>
                {`${words.kinds[line.kind]}: ${line.name}`}
              </List.Item>
            ))}
        </List>
        {moreLines > 0 && <Text size="sm">{words.more(format.number(moreLines))}</Text>}
      </Section>
      {special.length > 0 && <Special lines={special} />}
    </>
  )
}

function Special({ lines }: { lines: readonly ImportLine[] }) {
  const { text, format } = useLanguage()
  const words = text.imports
  return (
    <Section title={words.special}>
      <List size="sm">
        {lines.map(({ kind, name, smartlockId, reason, count }) => (
          <List.Item key={`${kind} ${smartlockId ?? name} ${reason}`}>
            <Text size="sm" fw={600} component="span">
              {[
                name,
                count === undefined ? words.kinds[kind] : `${words.kinds[kind]} (${format.number(count)})`,
              ]
                .filter(Boolean)
                .join(' · ')}
            </Text>
            {reason !== undefined && <Text size="sm">{words.reasons[reason]}</Text>}
          </List.Item>
        ))}
      </List>
    </Section>
  )
}
