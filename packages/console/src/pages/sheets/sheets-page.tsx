import { api, SHEET_KINDS, type SheetKind } from '@latchwork/contract'
import { IconTableImport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lookAgain, read } from '../../kit/data/queries.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { Page } from '../../kit/layout/page.tsx'
import { type Need, useAllowance } from '../../kit/session/allowance.ts'
import { QueryView } from '../../kit/states/query-view.tsx'
import { Empty } from '../../kit/states/states.tsx'
import { NewSheet } from './new-sheet.tsx'
import { SheetTable } from './sheet-table.tsx'

const LOOK_MS = 3000

/** What the calls about one thing need, of which a file is many. */
const NEEDS: Record<SheetKind, Need> = {
  people: { right: 'manageAuthorizations' },
  doors: { right: 'manageSmartlock' },
  rights: { right: 'manageAuthorizations' },
}

/** CSV files: a new one, and those so far. */
export function SheetsPage() {
  const { text } = useLanguage()
  const may = useAllowance()
  const kinds = SHEET_KINDS.filter((kind) => may(NEEDS[kind]))
  const sheets = useQuery({ ...read(api.sheets.list), ...lookAgain(LOOK_MS) })
  return (
    <Page title={text.sheets.title} lead={text.sheets.lead}>
      <QueryView query={sheets}>
        {(all) => (
          <>
            {kinds.length > 0 ? (
              <NewSheet kinds={kinds} />
            ) : (
              <Empty icon={<IconTableImport />} title={text.errors.right_missing ?? ''} />
            )}
            <SheetTable sheets={all} />
          </>
        )}
      </QueryView>
    </Page>
  )
}
