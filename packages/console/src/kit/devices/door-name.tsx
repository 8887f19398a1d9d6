import type { Smartlock } from '@latchwork/contract'
import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { TextLink } from '../routing/links.tsx'
import { StateIcon } from './device-facts.tsx'

/** A door by its name, which leads to it, with its state as a symbol. */
export function DoorName({ lock, children }: { lock: Smartlock; children?: ReactNode }) {
  return (
    <Group gap="sm" wrap="nowrap">
      <StateIcon lock={lock} size={24} />
      <Group gap="2px 8px">
        <TextLink
          to="/doors/$smartlockId"
          params={{ smartlockId: String(lock.smartlockId) }}
          c="bright"
          fw={600}
        >
          {lock.name}
        </TextLink>
        {children}
      </Group>
    </Group>
  )
}
