import { api, type ListedImport } from '@latchwork/contract'
import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lookAgain, read } from '../../kit/data/queries.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { BackLink } from '../../kit/layout/back-link.tsx'
import { Page } from '../../kit/layout/page.tsx'
import { QueryView } from '../../kit/states/query-view.tsx'
import { BroughtLocks } from './brought-locks.tsx'
import { ImportView } from './import-view.tsx'
import { NewImport } from './new-import.tsx'

/** No event tells of imports. */
const LOOK_MS = 2000

const isOpen = ({ state }: ListedImport): boolean =>
  state === 'planning' || state === 'planned' || state === 'running'

/** Another account comes here: it is compared, then brought over, then its locks are connected one by one. */
export function ImportPage() {
  const { text } = useLanguage()
  const query = useQuery({ ...read(api.imports.list), ...lookAgain(LOOK_MS) })
  return (
    <Page
      title={text.imports.title}
      lead={text.imports.lead}
      above={<BackLink to="/add-door" label={text.gateways.add} />}
    >
      <QueryView query={query}>
        {([latest]) => (
          <Stack gap="lg">
            {!(latest && isOpen(latest)) && <NewImport />}
            {latest && <ImportView importId={latest.importId} isOpen={isOpen(latest)} />}
            <BroughtLocks />
          </Stack>
        )}
      </QueryView>
    </Page>
  )
}
