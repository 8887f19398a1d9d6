import { LANGUAGES, type Language } from '@latchwork/contract'
import { cs } from './cs.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import type { MessageTexts } from './message-texts.ts'
import { nl } from './nl.ts'
import { sk } from './sk.ts'

export type { DoorTrouble } from './guests/guest-values.ts'
export type * from './message-texts.ts'
export type { HeldLine, SecurityNotice } from './security/security-values.ts'

/** All texts for people, in every language. */
export const messages: Readonly<Record<Language, MessageTexts>> = { en, de, es, fr, it, nl, cs, sk }

/** What is not one of our languages is read in English (4.18). */
export const languageOf = (wanted: string | null | undefined): Language =>
  LANGUAGES.find((language) => language === wanted) ?? 'en'
