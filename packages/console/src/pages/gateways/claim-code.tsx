import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useLanguage } from '../../kit/language/language.tsx'
import { Copyable } from '../../kit/layout/copyable.tsx'
import { ShownOnce } from '../../kit/layout/shown-once.tsx'

interface ClaimCodeProps {
  claimCode: string
  /** What comes before the command. */
  children?: ReactNode
  onDone: () => void
}

/** A claim code, shown once, and the command that takes it. */
export function ClaimCode({ claimCode, children, onDone }: ClaimCodeProps) {
  const words = useLanguage().text.gateways
  return (
    <ShownOnce warning={words.shownOnce} label={words.claimCode} value={claimCode} onDone={onDone}>
      {children}
      <Text size="sm">{words.claimHelp}</Text>
      <Copyable
        isTitled
        label={words.command}
        value={`latchwork gateway --config gateway.json --claim ${claimCode}`}
      />
    </ShownOnce>
  )
}
