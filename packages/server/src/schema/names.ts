/**
 * The kinds of things that have names in `name_part`: what these are made of (of people also the mail address, of stays
 * also the reference), from each of their places on, so that they are found by a part of them (ADR 80). Triggers of their
 * tables write it, nobody else; it differs between the engines, so `platform/store/name-parts.ts` alone reads it.
 */
export const NAMED = { door: 1, person: 2, address: 3, stay: 4 } as const
