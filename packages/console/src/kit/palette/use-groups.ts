import { api, type Found } from '@latchwork/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { read } from '../data/queries.ts'
import { useLanguage } from '../language/language.tsx'
import { useAllowance } from '../session/allowance.ts'
import {
  actionsFor,
  addressChoices,
  doorChoices,
  type Group,
  movementsFor,
  pagesFor,
  peopleChoices,
  stayChoices,
  verbOf,
} from './choices.ts'

const NOTHING: Found = { doors: [] }
/** What was found a moment ago is not looked for again while somebody corrects a letter. */
const FRESH_MS = 5000

/** What fits the words: one question to the service for each of them, and none where nothing is asked for. */
export function useGroups(q: string): { groups: Group[]; isSearching: boolean } {
  const { text, format } = useLanguage()
  const may = useAllowance()
  const { verb, rest } = verbOf(q, text)
  const wanted = rest.trim()
  const { data, isFetching } = useQuery({
    ...read(api.search.find, { query: { q: wanted } }),
    enabled: wanted !== '',
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
  })
  const found = (wanted !== '' && data) || NOTHING
  const spanOf = (from: string, until: string) => text.palette.stayFrom(format.day(from), format.day(until))
  const movements = movementsFor(found.doors, verb, text)
  const groups = [
    { name: text.doors.title, choices: doorChoices(found.doors) },
    { name: text.people.title, choices: peopleChoices(found) },
    { name: text.stays.title, choices: stayChoices(found, spanOf) },
    { name: text.addresses.title, choices: addressChoices(found) },
    { name: text.palette.pages, choices: pagesFor(q, text, may) },
    { name: text.palette.actions, choices: [...movements, ...actionsFor(q, text, may)] },
  ]
  // Who says what a door should do gets that first.
  const ordered = verb === undefined ? groups : groups.toReversed()
  return { groups: ordered.filter(({ choices }) => choices.length > 0), isSearching: isFetching }
}
