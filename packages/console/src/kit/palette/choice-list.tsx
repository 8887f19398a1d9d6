import { Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useLanguage } from '../language/language.tsx'
import type { Choice, Group } from './choices.ts'
import classes from './palette.module.css'

export const idOf = ({ id }: Choice): string => `palette-${id.replaceAll(/[^\w-]/g, '')}`

interface ChoiceListProps {
  id: string
  groups: readonly Group[]
  active: Choice | undefined
  choose: (choice: Choice) => void
}

/** Everything that fits, by its kind. The focus stays in the field above; the list only shows where one is. */
export function ChoiceList({ id, groups, active, choose }: ChoiceListProps) {
  const { text } = useLanguage()
  return (
    <div id={id} role="listbox" aria-label={text.palette.open} className={classes.list}>
      {groups.map(({ name, choices }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be part of a listbox
        <div key={name} role="group" aria-label={name}>
          <Text size="xs" fw={600} c="dimmed" className={classes.heading} aria-hidden>
            {name}
          </Text>
          {choices.map((choice) => (
            <Line key={choice.id} choice={choice} isActive={choice === active} choose={choose} />
          ))}
        </div>
      ))}
    </div>
  )
}

interface LineProps {
  choice: Choice
  isActive: boolean
  choose: (choice: Choice) => void
}

function Line({ choice, isActive, choose }: LineProps) {
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) line.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  const { label, detail, icon: Icon } = choice
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and takes the keys
    <div
      ref={line}
      id={idOf(choice)}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={classes.line}
      // The focus stays where one types.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => choose(choice)}
    >
      <Icon size={18} stroke={1.6} aria-hidden />
      <span className={classes.label}>{label}</span>
      {detail && <span className={classes.detail}>{detail}</span>}
    </div>
  )
}
