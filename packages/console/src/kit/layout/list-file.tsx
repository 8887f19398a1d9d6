import { csvColumnsOf, csvHead, csvRows, type Output, type Route } from '@latchwork/contract'
import type { CallArguments } from '@latchwork/sdk'
import { ActionIcon, Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { download } from '../data/call.ts'
import { saveFile } from '../data/save-file.ts'
import { useLanguage } from '../language/language.tsx'
import { useComplaint } from '../states/complaint.tsx'

type EntryOf<R extends Route> = Output<R> extends readonly (infer Entry)[] ? Entry : never

interface ShownFileProps<R extends Route> {
  /** Where the list was read. */
  route: R
  /** What search and filters leave of it. */
  rows: readonly EntryOf<R>[]
  /** Small, beside the choice of columns. */
  inTable?: boolean
}

/** What of a list is shown, as a CSV file like the service writes it: it is all here already. */
export function ShownFile<R extends Route>({ route, rows, inTable = false }: ShownFileProps<R>) {
  const columns = csvColumnsOf(route) ?? []
  const save = () => {
    const text = csvHead(columns) + csvRows(columns, rows)
    saveFile(new Blob([text], { type: 'text/csv' }), fileName(route))
  }
  return <FileButton inTable={inTable} onClick={save} />
}

interface ListFileProps<R extends Route> {
  route: R
  input?: CallArguments<R>[0]
  inTable?: boolean
}

/** All of a list that is shown page by page, with its filters, as a CSV file of the service. */
export function ListFile<R extends Route>({ route, input, inTable = false }: ListFileProps<R>) {
  const complain = useComplaint()
  const file = useMutation({
    mutationFn: () => download(route, ...([input] as unknown as CallArguments<R>)),
    onSuccess: (blob) => saveFile(blob, fileName(route)),
    onError: complain,
  })
  return <FileButton inTable={inTable} isPending={file.isPending} onClick={() => file.mutate()} />
}

/** As the service calls it. */
const fileName = ({ path }: Route): string =>
  `${path.split('/').findLast((part) => part !== '' && !part.startsWith('{')) ?? 'list'}.csv`

interface FileButtonProps {
  inTable: boolean
  isPending?: boolean
  onClick: () => void
}

function FileButton({ inTable, isPending = false, onClick }: FileButtonProps) {
  const { text } = useLanguage()
  if (inTable)
    return (
      <ActionIcon
        variant="subtle"
        color="gray"
        size={28}
        aria-label={text.table.download}
        title={text.table.download}
        loading={isPending}
        onClick={onClick}
      >
        <IconDownload size={18} stroke={1.6} />
      </ActionIcon>
    )
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconDownload size={16} />}
      loading={isPending}
      onClick={onClick}
    >
      {text.table.download}
    </Button>
  )
}
