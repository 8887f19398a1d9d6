import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { lazyComponent } from '../routing/lazy-component.ts'
import { areKeysOn, isPlainKey, isTyping } from './typing.ts'

/** Nobody loads it before somebody asks for it. */
const KeysDialog = lazyComponent(() => import('./keys-dialog.tsx'), 'KeysDialog')

const ASK = 'latchwork:keys'

/** Shows what the keys do. */
export const showKeys = (): void => void dispatchEvent(new Event(ASK))

/** The keys that every page knows: `/` goes to its search field, `?` shows all keys. */
export function PageKeys() {
  const [isOpen, setIsOpen] = useState(false)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat || !isPlainKey(event) || isTyping(event.target)) return
    if (event.key !== '/' && event.key !== '?') return
    // A dialog has keys of its own, and what is behind it is out of reach.
    if (!areKeysOn() || document.querySelector('[aria-modal="true"]')) return
    event.preventDefault()
    if (event.key === '?') setIsOpen(true)
    else searchField()?.focus()
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => onKey(event)
    const open = () => setIsOpen(true)
    addEventListener('keydown', press)
    addEventListener(ASK, open)
    return () => {
      removeEventListener('keydown', press)
      removeEventListener(ASK, open)
    }
  }, [])
  if (!isOpen) return null
  return (
    <Suspense fallback={null}>
      <KeysDialog onClose={() => setIsOpen(false)} />
    </Suspense>
  )
}

const searchField = (): HTMLInputElement | null =>
  document.querySelector<HTMLInputElement>('main input[type="search"]')
