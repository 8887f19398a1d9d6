import { RIGHTS, type Right } from '@latchwork/contract'

/** In the order people think of them: from opening a door to managing it. */
export const RIGHT_NAMES: readonly Right[] = [
  'operateSmartlock',
  'viewLogs',
  'manageAuthorizations',
  'manageConfig',
  'manageSmartlock',
]

/** The rights in a mask (D40). */
export const rightsIn = (mask: number): Right[] => RIGHT_NAMES.filter((right) => (mask & RIGHTS[right]) !== 0)

/** The mask of some rights. */
export const maskOf = (rights: readonly Right[]): number =>
  rights.reduce((mask, right) => mask | RIGHTS[right], 0)
