import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'

interface SearchFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
}

/** Looks for words in a list; the address of the page keeps them. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const { words, change, settle } = useWords(value, onChange)
  return (
    <TextInput
      label={label}
      type="search"
      leftSection={<IconSearch size={16} />}
      value={words}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={settle}
      flex="1 1 220px"
      maw={420}
    />
  )
}

/**
 * The address follows a moment later than the keys. Shown from there alone, a letter that is typed within that moment
 * would replace the one before it. What comes back from the address is only heeded where it was not typed here.
 */
function useWords(value: string, onChange: (value: string) => void) {
  const [words, setWords] = useState(value)
  const typed = useRef<string[]>([])
  useEffect(() => {
    const at = typed.current.indexOf(value)
    if (at === -1) setWords(value)
    typed.current.splice(0, at + 1)
  }, [value])
  return {
    words,
    change(next: string) {
      typed.current.push(next)
      setWords(next)
      onChange(next)
    },
    /** Nobody types any more: the address has the last word. */
    settle() {
      typed.current = []
      setWords(value)
    },
  }
}
