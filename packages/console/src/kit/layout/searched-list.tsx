import { Button, Group, Text } from '@mantine/core'
import { IconFilterOff } from '@tabler/icons-react'
import { type ReactNode, useDeferredValue, useMemo } from 'react'
import { SearchField } from '../forms/search-field.tsx'
import { byName } from '../language/by-name.ts'
import { Empty } from '../states/states.tsx'

interface SearchedListProps<Row> {
  all: readonly Row[]
  /** In what of a row words are looked for; it stays the same from one drawing to the next. */
  textOf: (row: Row) => string
  words: {
    search: string
    count: (shown: number, all: number) => string
    nothingFits: string
    nothingFitsDetail: string
    showAll: string
  }
  /** What is looked for; the address of the page keeps it. */
  search: string
  onSearch: (search: string) => void
  /** The button that downloads what is shown, where the list itself has none. */
  file?: (shown: readonly Row[]) => ReactNode
  children: (shown: readonly Row[]) => ReactNode
}

/** Things in the order of their names, those that were searched for. */
export function SearchedList<Row extends { name: string }>(props: SearchedListProps<Row>) {
  const { all, textOf, words, search, onSearch, file, children } = props
  // Typing stays quick in a long list: it may follow a moment later.
  const wanted = useDeferredValue(search).trim().toLocaleLowerCase()
  const shown = useMemo(
    () => all.filter((row) => textOf(row).toLocaleLowerCase().includes(wanted)).sort(byName),
    [all, textOf, wanted],
  )
  return (
    <>
      <Group gap="sm" align="flex-end">
        <SearchField label={words.search} value={search} onChange={onSearch} />
        <Text size="sm" c="dimmed" w={{ base: '100%', md: 'auto' }} ml={{ md: 'auto' }} role="status">
          {words.count(shown.length, all.length)}
        </Text>
        {file?.(shown)}
      </Group>
      {shown.length > 0 ? (
        children(shown)
      ) : (
        <Empty
          icon={<IconFilterOff />}
          title={words.nothingFits}
          action={
            <Button variant="default" onClick={() => onSearch('')}>
              {words.showAll}
            </Button>
          }
        >
          {words.nothingFitsDetail}
        </Empty>
      )}
    </>
  )
}
