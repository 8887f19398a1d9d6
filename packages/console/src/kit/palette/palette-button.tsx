import { ActionIcon } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useLanguage } from '../language/language.tsx'
import { lazyComponent } from '../routing/lazy-component.ts'
import { EarlyKeys } from './early-keys.ts'

/** Nobody loads it before somebody asks for it. */
const Palette = lazyComponent(() => import('./palette.tsx'), 'Palette')

/** Opens the palette, by Ctrl+K or Cmd+K anywhere, or where there is no keyboard by a touch. */
export function PaletteButton() {
  const { text } = useLanguage()
  const [isOpen, setIsOpen] = useState(false)
  const before = useRef<Element | null>(null)
  const [early] = useState(() => new EarlyKeys())
  const open = () => {
    if (isOpen) return
    before.current = document.activeElement
    early.catch(close)
    setIsOpen(true)
  }
  // Whoever changed their mind goes on where they were; whoever went to another page begins there.
  function close(isLeaving = false) {
    early.take()
    if (isLeaving) before.current = null
    setIsOpen(false)
  }
  useEffect(() => () => void early.take(), [early])
  useEffect(() => {
    if (!isOpen && before.current instanceof HTMLElement) before.current.focus({ preventScroll: true })
  }, [isOpen])
  useHotkeys([['mod+K', open, { preventDefault: true }]], [], true)
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={text.palette.open}
        title={`${text.palette.open} (${isMac() ? '⌘K' : 'Ctrl+K'})`}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={open}
      >
        <IconSearch size={22} stroke={1.5} />
      </ActionIcon>
      {isOpen && (
        <Suspense fallback={null}>
          <Palette onClose={close} takeEarlyKeys={() => early.take()} />
        </Suspense>
      )}
    </>
  )
}

const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent)
