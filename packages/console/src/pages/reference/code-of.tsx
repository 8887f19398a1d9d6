import { SegmentedControl, Stack } from '@mantine/core'
import { useState } from 'react'
import { useLanguage } from '../../kit/language/language.tsx'
import { Copyable } from '../../kit/layout/copyable.tsx'
import { SNIPPETS, type Snippet, snippetOf, type Written } from './snippets.ts'

/** A call as it is written elsewhere, to be copied. */
export function CodeOf({ call }: { call: Written }) {
  const words = useLanguage().text.reference
  const [kind, setKind] = useState<Snippet>('curl')
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label={words.code}
        data={[...SNIPPETS]}
        value={kind}
        onChange={(chosen) => setKind(chosen as Snippet)}
        w="fit-content"
      />
      <Copyable label={kind} value={snippetOf(kind, call, window.location.origin)} />
    </Stack>
  )
}
