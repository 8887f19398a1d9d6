import {
  api,
  REQUIRED_SHEET_FIELDS,
  SHEET_FIELDS,
  type Sheet,
  type SheetField,
  type SheetMapping,
} from '@latchwork/contract'
import { Button, Group, Select, SimpleGrid, Text } from '@mantine/core'
import { useState } from 'react'
import { useSend } from '../../kit/data/queries.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { useComplaint } from '../../kit/states/complaint.tsx'
import { SheetRows } from './sheet-rows.tsx'
import { SheetEnding, useCountWords } from './sheet-work.tsx'

/** Columns by what they hold. */
type Draft = Partial<Record<SheetField, number>>

const draftOf = (mapping: SheetMapping): Draft =>
  Object.fromEntries(mapping.map(({ field, column }) => [field, column]))

const mappingOf = (draft: Draft): SheetMapping =>
  Object.entries(draft).map(([field, column]) => ({ field: field as SheetField, column }))

const isSame = (a: Draft, b: Draft, fields: readonly SheetField[]): boolean =>
  fields.every((field) => a[field] === b[field])

/** Which column holds what, then what would become of each row, then the start. */
export function Preparation({ sheet }: { sheet: Sheet }) {
  const [draft, setDraft] = useState(() => draftOf(sheet.mapping))
  const complain = useComplaint()
  const check = useSend(api.sheets.check, {
    changes: [api.sheets.get, api.sheets.rows, api.sheets.list],
    onError: complain,
  })
  const isChecked =
    sheet.state === 'checked' &&
    !check.isPending &&
    isSame(draft, draftOf(sheet.mapping), SHEET_FIELDS[sheet.kind])
  return (
    <>
      <Columns
        sheet={sheet}
        draft={draft}
        onChange={setDraft}
        isPending={check.isPending}
        onCheck={() =>
          check.mutate({ params: { sheetId: sheet.sheetId }, body: { mapping: mappingOf(draft) } })
        }
      />
      {isChecked && (
        <>
          <Verdict sheet={sheet} />
          <SheetRows sheet={sheet} />
        </>
      )}
    </>
  )
}

interface ColumnsProps {
  sheet: Sheet
  draft: Draft
  onChange: (draft: Draft) => void
  isPending: boolean
  onCheck: () => void
}

function Columns({ sheet, draft, onChange, isPending, onCheck }: ColumnsProps) {
  const { text, format } = useLanguage()
  const words = text.sheets
  const fields: readonly SheetField[] = SHEET_FIELDS[sheet.kind]
  const required: readonly SheetField[] = REQUIRED_SHEET_FIELDS[sheet.kind]
  const problemOf = (field: SheetField): string | undefined => {
    const column = draft[field]
    if (column === undefined) return required.includes(field) ? words.columnNeeded : undefined
    return fields.some((other) => other !== field && draft[other] === column) ? words.columnTwice : undefined
  }
  const set = (field: SheetField, value: string | null) => {
    const { [field]: _, ...others } = draft
    onChange(value ? { ...others, [field]: Number(value) } : others)
  }
  const choices = sheet.columns.map((name, i) => ({ value: String(i + 1), label: words.column(i + 1, name) }))
  return (
    <Section title={words.columns} lead={words.columnsLead(format.number(sheet.total))}>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {fields.map((field) => (
          <Select
            key={field}
            label={words.fields[field]}
            withAsterisk={required.includes(field)}
            data={[{ value: '', label: words.columnNone }, ...choices]}
            value={String(draft[field] ?? '')}
            allowDeselect={false}
            searchable={choices.length > 12}
            error={problemOf(field)}
            onChange={(value) => set(field, value)}
          />
        ))}
      </SimpleGrid>
      <Group>
        <Button
          loading={isPending}
          disabled={fields.some((field) => problemOf(field) !== undefined)}
          onClick={onCheck}
        >
          {words.check}
        </Button>
        <SheetEnding sheet={sheet} />
      </Group>
    </Section>
  )
}

/** What was found out; nothing was changed so far. */
function Verdict({ sheet }: { sheet: Sheet }) {
  const { text, format } = useLanguage()
  const words = text.sheets
  const counts = useCountWords(sheet)
  const complain = useComplaint()
  const start = useSend(api.sheets.start, {
    changes: [api.sheets.get, api.sheets.list],
    onError: complain,
  })
  const { sheetId, made, changed, failed } = sheet
  return (
    <Section title={words.states.checked} lead={failed > 0 ? words.failedLead : undefined}>
      <Text size="sm" role="status">
        {counts.join(' · ')}
      </Text>
      <Group>
        <Button
          loading={start.isPending}
          disabled={made + changed === 0}
          onClick={() => start.mutate({ params: { sheetId } })}
        >
          {words.start(format.number(made + changed))}
        </Button>
      </Group>
    </Section>
  )
}
