import {
  api,
  MAX_SHEET_BYTES,
  SHEET_FIELDS,
  SHEET_PROBLEMS,
  type SheetKind,
  type SheetProblem,
} from '@latchwork/contract'
import { Alert, Button, FileButton, Group, Radio, Stack, Text, Textarea } from '@mantine/core'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { base64Of } from '../../kit/data/base64.ts'
import { useSend } from '../../kit/data/queries.ts'
import { saveFile } from '../../kit/data/save-file.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { refusalOf } from '../../kit/states/describe-error.ts'
import { FormFailure } from '../../kit/states/form-failure.tsx'

const route = getRouteApi('/shell/sheets')
const ACCEPTED = '.csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain'

const PROBLEMS = Object.keys(SHEET_PROBLEMS) as SheetProblem[]

/** What the service said about the file; its sentence is known here in the person's language. */
const problemOf = (error: unknown): SheetProblem | undefined => {
  const said = refusalOf(error, 'file')
  return PROBLEMS.find((problem) => SHEET_PROBLEMS[problem] === said)
}

/** What need not travel to be refused. */
const problemBefore = ({ size }: Blob): SheetProblem | undefined =>
  size > MAX_SHEET_BYTES ? 'tooLarge' : size === 0 ? 'noRows' : undefined

/** Sends a file; once it was read, its own page goes on with it. */
function useReading(kind: SheetKind) {
  const navigate = useNavigate()
  const [problem, setProblem] = useState<SheetProblem>()
  const send = useSend(api.sheets.create, {
    changes: [api.sheets.list],
    onSuccess: ({ data: { sheetId } }) => void navigate({ to: '/sheets/$sheetId', params: { sheetId } }),
  })
  const bring = async (content: Blob) => {
    send.reset()
    const before = problemBefore(content)
    setProblem(before)
    if (before === undefined) send.mutate({ body: { kind, file: await base64Of(content) } })
  }
  return { bring, isPending: send.isPending, problem: problem ?? problemOf(send.error), error: send.error }
}

/** What it is about, then the file itself or its rows. Nothing is changed by it. */
export function NewSheet({ kinds }: { kinds: readonly SheetKind[] }) {
  const { text } = useLanguage()
  const words = text.sheets
  const { kind: wanted } = route.useSearch()
  const navigate = route.useNavigate()
  const kind = kinds.find((one) => one === wanted) ?? kinds[0] ?? 'people'
  const { bring, isPending, problem, error } = useReading(kind)
  return (
    <Section title={words.file} lead={words.fileLead}>
      <Stack maw={640}>
        <Radio.Group
          label={words.kind}
          value={kind}
          onChange={(value) => void navigate({ search: { kind: value as SheetKind }, replace: true })}
        >
          <Stack gap="xs" mt="xs">
            {kinds.map((one) => (
              <Radio key={one} value={one} label={words.kinds[one]} description={words.kindDetails[one]} />
            ))}
          </Stack>
        </Radio.Group>
        {problem === undefined ? (
          <FormFailure error={error} />
        ) : (
          <Alert role="alert" color="red" variant="light" title={words.unreadable}>
            <Text size="sm">{words.problems[problem]}</Text>
          </Alert>
        )}
        <Choice kind={kind} isPending={isPending} onFile={(file) => void bring(file)} />
        <Paste isPending={isPending} onText={(rows) => void bring(new Blob([rows]))} />
      </Stack>
    </Section>
  )
}

interface ChoiceProps {
  kind: SheetKind
  isPending: boolean
  onFile: (file: File) => void
}

function Choice({ kind, isPending, onFile }: ChoiceProps) {
  const words = useLanguage().text.sheets
  // A file that was changed after it was refused can be chosen again.
  const reset = useRef<() => void>(null)
  const choose = (file: File | null) => {
    if (file) onFile(file)
    reset.current?.()
  }
  return (
    <Group>
      <FileButton accept={ACCEPTED} resetRef={reset} onChange={choose}>
        {(button) => (
          <Button {...button} loading={isPending} leftSection={<IconUpload size={16} />}>
            {words.choose}
          </Button>
        )}
      </FileButton>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} />}
        onClick={() => saveFile(`${SHEET_FIELDS[kind].join(',')}\r\n`, `${kind}.csv`)}
      >
        {words.template}
      </Button>
    </Group>
  )
}

function Paste({ isPending, onText }: { isPending: boolean; onText: (rows: string) => void }) {
  const words = useLanguage().text.sheets
  const [rows, setRows] = useState('')
  return (
    <>
      <Textarea
        label={words.paste}
        description={words.pasteHelp}
        rows={4}
        spellCheck={false}
        value={rows}
        onChange={(event) => setRows(event.currentTarget.value)}
      />
      <Group>
        <Button
          variant="default"
          loading={isPending}
          disabled={rows.trim() === ''}
          onClick={() => onText(rows)}
        >
          {words.readPasted}
        </Button>
      </Group>
    </>
  )
}
