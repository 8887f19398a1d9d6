import { api } from '@latchwork/contract'
import { Modal, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { useSend } from '../data/queries.ts'
import { useLanguage } from '../language/language.tsx'
import { showOperation } from '../operations/latest-operations.ts'
import { useComplaint } from '../states/complaint.tsx'
import { ChoiceList, idOf } from './choice-list.tsx'
import type { Choice, Movement } from './choices.ts'
import { MAX_LETTERS } from './early-keys.ts'
import { MovementQuestion } from './movement-question.tsx'
import { useGroups } from './use-groups.ts'

interface PaletteProps {
  /** `isLeaving`: another page is opened, and has the focus then. */
  onClose: (isLeaving?: boolean) => void
  /** What was typed before the field was there. */
  takeEarlyKeys: () => string
}

const LIST = 'palette-list'

/** Finds doors, people, stays, addresses, pages and actions, by the keyboard alone. */
export function Palette({ onClose, takeEarlyKeys }: PaletteProps) {
  const { text } = useLanguage()
  const [asked, setAsked] = useState<Movement>()
  const [q, setQ] = useState('')
  const choose = useChoice(onClose, setAsked)
  const move = useMovement(onClose)
  return (
    <Modal
      opened
      onClose={() => onClose()}
      title={
        asked ? (
          text.palette.ask(asked.label, asked.door)
        ) : (
          <VisuallyHidden>{text.palette.open}</VisuallyHidden>
        )
      }
      closeButtonProps={{ 'aria-label': text.kit.close }}
      transitionProps={{ duration: 0 }}
      returnFocus={false}
      size="lg"
      yOffset="8vh"
      padding="md"
    >
      {asked ? (
        <MovementQuestion
          movement={asked}
          isPending={move.isPending}
          onConfirm={() => move.start(asked)}
          onBack={() => setAsked(undefined)}
        />
      ) : (
        <Search
          q={q}
          setQ={setQ}
          choose={choose}
          onFocus={() => {
            const typed = takeEarlyKeys()
            if (typed !== '') setQ(typed)
          }}
        />
      )}
    </Modal>
  )
}

/** Goes where the line leads; a door that is to move is asked about first. */
function useChoice(onClose: PaletteProps['onClose'], ask: (movement: Movement) => void) {
  const navigate = useNavigate()
  return ({ target, movement }: Choice) => {
    if (movement) return ask(movement)
    onClose(true)
    void navigate(target as Parameters<typeof navigate>[0])
  }
}

/** What becomes of it is shown on the page of the door: nothing is called done before the lock said so. */
function useMovement(onClose: PaletteProps['onClose']) {
  const navigate = useNavigate()
  const complain = useComplaint()
  const { mutate, isPending } = useSend(api.smartlocks.action, { onError: complain })
  const start = ({ smartlockId, action }: Movement) =>
    mutate(
      { params: { smartlockId }, body: { action } },
      {
        onSuccess: ({ operationId }) => {
          if (operationId !== undefined) showOperation(smartlockId, operationId)
          onClose(true)
          void navigate({ to: '/doors/$smartlockId', params: { smartlockId: String(smartlockId) } })
        },
      },
    )
  return { start, isPending }
}

interface SearchProps {
  q: string
  setQ: (q: string) => void
  choose: (choice: Choice) => void
  onFocus: () => void
}

function Search({ q, setQ, choose, onFocus }: SearchProps) {
  const { text } = useLanguage()
  const { groups, isSearching } = useGroups(q)
  const choices = groups.flatMap((group) => group.choices)
  const [at, setAt] = useState(0)
  const active = choices[Math.min(at, choices.length - 1)]
  const enter = useEnter(active, isSearching, choose)
  const onKeyDown = (event: KeyboardEvent) => {
    const next = stepOf(event.key, choices.indexOf(active as Choice), choices.length)
    const isEnter = event.key === 'Enter' && !event.nativeEvent.isComposing
    if (next === undefined && !isEnter) return
    event.preventDefault()
    if (next === undefined) return event.repeat ? undefined : enter.press()
    enter.forget()
    setAt(next)
  }
  return (
    <>
      <TextInput
        role="combobox"
        aria-label={text.palette.open}
        aria-expanded={choices.length > 0}
        aria-controls={LIST}
        aria-autocomplete="list"
        {...(active && { 'aria-activedescendant': idOf(active) })}
        aria-busy={isSearching}
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_LETTERS}
        data-autofocus
        data-palette-field
        size="md"
        leftSection={<IconSearch size={18} />}
        placeholder={text.palette.placeholder}
        value={q}
        onChange={(event) => {
          setQ(event.currentTarget.value)
          setAt(0)
          enter.forget()
        }}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
      />
      <VisuallyHidden role="status">{text.palette.results(choices.length)}</VisuallyHidden>
      {choices.length === 0 && !isSearching && (
        <Text c="dimmed" mt="md">
          {text.palette.nothing(q.trim())}
        </Text>
      )}
      <ChoiceList id={LIST} groups={groups} active={active} choose={choose} />
      <Text size="xs" c="dimmed" mt="sm" visibleFrom="sm">
        {text.palette.keys}
      </Text>
    </>
  )
}

/**
 * While something is looked for, the lines may still be those of the words before, which nobody meant. Who is quicker
 * than the answer is not passed over: their Enter takes the line that the answer puts in its place. Not where that would
 * move a door: whoever presses a second time would confirm what they have not seen.
 */
function useEnter(active: Choice | undefined, isSearching: boolean, choose: (choice: Choice) => void) {
  const [isPressed, setIsPressed] = useState(false)
  useEffect(() => {
    if (!isPressed || isSearching) return
    setIsPressed(false)
    if (active && !active.movement) choose(active)
  }, [isPressed, isSearching, active, choose])
  function press() {
    if (isSearching) setIsPressed(true)
    else if (active) choose(active)
  }
  return { press, forget: () => setIsPressed(false) }
}

/** Where a key leads; undefined for keys that lead nowhere. The ends of the list meet. */
function stepOf(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return (at - 1 + count) % count
  if (key === 'PageDown') return count - 1
  if (key === 'PageUp') return 0
  return undefined
}
