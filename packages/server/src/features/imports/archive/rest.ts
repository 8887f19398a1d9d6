import type { Archive } from '../../../storage/export/read-archive.ts'
import type { BringRest } from '../steps/service.ts'
import type { Walk } from '../walk.ts'
import { bringAudit } from './audit.ts'
import { bringGroups } from './groups.ts'
import { bringHouses } from './houses.ts'
import { bringPlans, lookAtPlans } from './plans.ts'
import { bringSettings } from './settings.ts'
import { bringSubAccounts } from './sub-accounts.ts'

/** What the operator wants brought over. */
export interface Asked {
  archive: Archive
  /** Those who sign in, too. */
  withSubAccounts: boolean
}

/** What no other service tells. What is here already, or was chosen here, stays as it is. */
export async function bringRest(
  step: Parameters<BringRest>[0],
  walk: Walk,
  { archive, withSubAccounts }: Asked,
): Promise<void> {
  switch (step) {
    case 'addresses':
      return bringHouses(walk, archive)
    case 'groups':
      await bringGroups(walk, archive)
      return bringPlans(walk, archive)
    case 'account':
      await lookAtPlans(walk, archive)
      await bringSubAccounts(walk, archive, withSubAccounts)
      await bringSettings(walk, archive)
      return bringAudit(walk, archive)
  }
}
