import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { createFormat, type Format } from './format.ts'
import {
  isLanguage,
  type Language,
  loadMessages,
  type Messages,
  rememberLanguage,
  STORED_AS,
} from './languages.ts'

interface Spoken {
  readonly language: Language
  readonly text: Messages
  readonly format: Format
  /** Kept for this browser, where the person chose it. */
  readonly speak: (language: Language, isChosen?: boolean) => Promise<void>
}

const Speech = createContext<Spoken | undefined>(undefined)

interface LanguageProviderProps {
  /** Loaded before the first paint, so that no page ever shows without its words. */
  initial: { language: Language; text: Messages }
  children: ReactNode
}

export function LanguageProvider({ initial, children }: LanguageProviderProps) {
  const [{ language, text }, setSpoken] = useState(initial)
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  const spoken = useMemo<Spoken>(
    () => ({
      language,
      text,
      format: createFormat(language, text),
      speak: async (next, isChosen = true) => {
        const messages = await loadMessages(next)
        if (isChosen) rememberLanguage(next)
        setSpoken({ language: next, text: messages })
      },
    }),
    [language, text],
  )
  const { speak } = spoken
  useEffect(() => followLanguage((next) => void speak(next, false)), [speak])
  return <Speech value={spoken}>{children}</Speech>
}

/** A language that is chosen in one tab is spoken in all of this browser. Answers how to stop. */
function followLanguage(speak: (language: Language) => void): () => void {
  const follow = ({ key, newValue }: StorageEvent) => {
    if (key === STORED_AS && isLanguage(newValue)) speak(newValue)
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}

/** The language in use, its texts (`text.doors.title`), and how it writes dates and numbers. */
export function useLanguage(): Spoken {
  const spoken = useContext(Speech)
  if (!spoken) throw new Error('There is no LanguageProvider above this component.')
  return spoken
}
