import type { Language } from '@latchwork/contract'
import type { Words } from './en.ts'

/** Loaded when it is chosen: a guest reads one. */
const LOADERS: Record<Language, () => Promise<{ words: Words }>> = {
  en: () => import('./en.ts'),
  de: () => import('./de.ts'),
  es: () => import('./es.ts'),
  fr: () => import('./fr.ts'),
  it: () => import('./it.ts'),
  nl: () => import('./nl.ts'),
  cs: () => import('./cs.ts'),
  sk: () => import('./sk.ts'),
}

/** As their speakers call them. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  nl: 'Nederlands',
  cs: 'Čeština',
  sk: 'Slovenčina',
}

const isLanguage = (name: string | null | undefined): name is Language =>
  name != null && Object.hasOwn(LOADERS, name)

const CHOICE = 'guest-language'

/** What the guest chose on this phone, then what the phone speaks, then what the host chose. */
export function languageFor(hosts: string | undefined): Language {
  const spoken = navigator.languages.map((name) => name.slice(0, 2).toLowerCase()).find(isLanguage)
  const chosen = [chosenLanguage(), spoken, hosts].find(isLanguage)
  return chosen ?? 'en'
}

const chosenLanguage = (): string | null => {
  try {
    return localStorage.getItem(CHOICE)
  } catch {
    // Phones that keep nothing ask again.
    return null
  }
}

export function chooseLanguage(language: string): void {
  try {
    localStorage.setItem(CHOICE, language)
  } catch {
    // As above.
  }
}

declare global {
  /** The language that the service put into the page: nothing has to be fetched before it is shown. */
  var givenWords: { language: string; words: Words } | undefined
}

export async function wordsIn(language: Language): Promise<Words> {
  const given = globalThis.givenWords
  return given?.language === language ? given.words : (await LOADERS[language]()).words
}

/** Fetches them as a file, which can be kept for the day without a network. */
export const fetchWords = (language: Language): Promise<unknown> => LOADERS[language]()
