import type { Language } from '@latchwork/contract'
import { momentThere } from '../message-texts.ts'
import { messageWords as cs } from './cs.ts'
import { messageWords as de } from './de.ts'
import { messageWords as en } from './en.ts'
import { messageWords as es } from './es.ts'
import { messageWords as fr } from './fr.ts'
import { messageWords as it } from './it.ts'
import type { MessageWords } from './message-words.ts'
import { messageWords as nl } from './nl.ts'
import { messageWords as sk } from './sk.ts'

/** What guests are told, in every language. */
export const messageWords: Readonly<Record<Language, MessageWords>> = { en, de, es, fr, it, nl, cs, sk }

/** An instant as people of that language write it, by the clock of the house, which is named. */
export const houseMoment = (language: Language, ms: number, timeZone: string): string =>
  momentThere(language, ms, timeZone, { weekday: 'long' })
