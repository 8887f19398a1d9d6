/** How a list of doors can be shown and ordered; the names are those of the account's settings (4.20). */
export const VIEW_TYPES = ['TILE', 'LIST'] as const
export type ViewType = (typeof VIEW_TYPES)[number]

export const SORT_TYPES = ['FAVOURITES_FIRST', 'NAME_ASC', 'NAME_DESC', 'LAST_ADDED_DESC'] as const
export type SortType = (typeof SORT_TYPES)[number]
