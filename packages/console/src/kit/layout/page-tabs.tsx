import { Badge, Tabs } from '@mantine/core'
import type { ReactNode } from 'react'

interface PageTabsProps<T extends string> {
  tabs: readonly T[]
  words: Readonly<Record<T, string>>
  /** How much waits behind a tab, for those to whom it matters. */
  waiting?: Partial<Record<T, number>>
  /** Which one is open; the address of the page knows. */
  value: T
  onChange: (tab: T) => void
  /** The open one. */
  children: ReactNode
}

/** The parts of a page, of which one is open. */
export function PageTabs<T extends string>({
  tabs,
  words,
  waiting = {},
  value,
  onChange,
  children,
}: PageTabsProps<T>) {
  return (
    <Tabs value={value} onChange={(chosen) => onChange(chosen as T)} keepMounted={false}>
      <Tabs.List mb="lg">
        {tabs.map((name) => (
          <Tabs.Tab
            key={name}
            value={name}
            rightSection={waiting[name] ? <Waiting count={waiting[name]} /> : null}
          >
            {words[name]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={value}>{children}</Tabs.Panel>
    </Tabs>
  )
}

const Waiting = ({ count }: { count: number }) => (
  <Badge size="sm" circle={count < 10} color="orange" variant="filled">
    {count}
  </Badge>
)
