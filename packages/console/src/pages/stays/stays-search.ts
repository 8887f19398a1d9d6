export const STAY_VIEWS = ['timeline', 'list'] as const
export type StayView = (typeof STAY_VIEWS)[number]
export const STAY_SPANS = ['week', 'month'] as const
export type StaySpan = (typeof STAY_SPANS)[number]
export const STAY_SHOWS = ['open', 'ready', 'notReady', 'current', 'over', 'canceled', 'all'] as const
export type StayShow = (typeof STAY_SHOWS)[number]

/** What the address of the page keeps. */
export interface StaysSearch {
  view?: StayView
  address?: number
  q?: string
  show?: StayShow
  /** A day in the week or month that the timeline shows. */
  day?: string
  span?: StaySpan
}

/** The timeline is of everything; a list would begin with what is long over. */
export const showOf = ({ show, view }: StaysSearch): StayShow => show ?? (view === 'list' ? 'open' : 'all')

/** Is something left out that would else be shown? An address is a place to look at, not something looked for. */
export const isLookingFor = ({ q, show }: StaysSearch): boolean =>
  q !== undefined || (show !== undefined && show !== 'all')
