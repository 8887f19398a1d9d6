import { ActionIcon } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useLanguage } from '../language/language.tsx'
import { lazyComponent } from '../routing/lazy-component.ts'

/** Nobody loads it before somebody asks for it. */
const Palette = lazyComponent(() => import('./palette.tsx'), 'Palette')

/** Opens the palette, by Ctrl+K or Cmd+K anywhere, or where there is no keyboard by a touch. */
export function PaletteButton() {
  const { text } = useLanguage()
  const [isOpen, setIsOpen] = useState(false)
  const before = useRef<Element | null>(null)
  const open = () => {
    if (isOpen) return
    before.current = document.activeElement
    setIsOpen(true)
  }
  // Whoever changed their mind goes on where they were; whoever went to another page begins there.
  const close = (isLeaving = false) => {
    if (isLeaving) before.current = null
    setIsOpen(false)
  }
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
          <Palette onClose={close} />
        </Suspense>
      )}
    </>
  )
}

const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent)
