import type { en } from '../../messages/en/index.ts'

/** Every text of the console. English decides what there is; the other languages must have the same. */
export type Messages = typeof en

export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  nl: 'Nederlands',
} as const
export type Language = keyof typeof LANGUAGES

const loaders: Record<Language, () => Promise<Messages>> = {
  en: async () => (await import('../../messages/en/index.ts')).en,
  de: async () => (await import('../../messages/de/index.ts')).de,
  es: async () => (await import('../../messages/es/index.ts')).es,
  it: async () => (await import('../../messages/it/index.ts')).it,
  fr: async () => (await import('../../messages/fr/index.ts')).fr,
  nl: async () => (await import('../../messages/nl/index.ts')).nl,
}

/** Only the language in use is loaded. */
export const loadMessages = (language: Language): Promise<Messages> => loaders[language]()

export const STORED_AS = 'latchwork.language'
export const isLanguage = (value: string | null | undefined): value is Language =>
  value !== null && value !== undefined && Object.hasOwn(LANGUAGES, value)

const browserLanguage = (): Language | undefined =>
  navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage)

/** What was chosen before, else the first of the browser's languages that we have. */
export function preferredLanguage(): Language {
  const stored = localStorage.getItem(STORED_AS)
  if (isLanguage(stored)) return stored
  return browserLanguage() ?? 'en'
}

/** The account's language, if we have it, where neither a choice nor the browser says one that we have. */
export const languageOfAccount = (language: string | undefined): Language | undefined =>
  !isLanguage(localStorage.getItem(STORED_AS)) && browserLanguage() === undefined && isLanguage(language)
    ? language
    : undefined

export function rememberLanguage(language: Language): void {
  localStorage.setItem(STORED_AS, language)
}
