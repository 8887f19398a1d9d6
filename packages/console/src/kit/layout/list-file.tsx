import { csvColumnsOf, csvHead, csvRows, type Output, type Route } from '@latchwork/contract'
import type { CallArguments } from '@latchwork/sdk'
import { Button } from '@mantine/core'
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
}

/** What of a list is shown, as a CSV file like the service writes it: it is all here already. */
export function ShownFile<R extends Route>({ route, rows }: ShownFileProps<R>) {
  const columns = csvColumnsOf(route) ?? []
  const save = () => {
    const text = csvHead(columns) + csvRows(columns, rows)
    saveFile(new Blob([text], { type: 'text/csv' }), fileName(route))
  }
  return <FileButton onClick={save} />
}

interface ListFileProps<R extends Route> {
  route: R
  input?: CallArguments<R>[0]
}

/** All of a list that is shown page by page, with its filters, as a CSV file of the service. */
export function ListFile<R extends Route>({ route, input }: ListFileProps<R>) {
  const complain = useComplaint()
  const file = useMutation({
    mutationFn: () => download(route, ...([input] as unknown as CallArguments<R>)),
    onSuccess: (blob) => saveFile(blob, fileName(route)),
    onError: complain,
  })
  return <FileButton isPending={file.isPending} onClick={() => file.mutate()} />
}

/** As the service calls it. */
const fileName = ({ path }: Route): string =>
  `${path.split('/').findLast((part) => part !== '' && !part.startsWith('{')) ?? 'list'}.csv`

function FileButton({ isPending = false, onClick }: { isPending?: boolean; onClick: () => void }) {
  const { text } = useLanguage()
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
