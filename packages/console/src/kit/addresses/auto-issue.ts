import type { Address } from '@latchwork/contract'

/** How long before check-in codes are made by themselves, if they are (D83). */
export const autoIssueHoursOf = ({ settings }: Pick<Address, 'settings'>): number | undefined =>
  typeof settings?.autoIssueHours === 'number' ? settings.autoIssueHours : undefined
