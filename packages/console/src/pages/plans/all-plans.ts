import { api, MOST_PLANS } from '@latchwork/contract'
import { lookAgain, read } from '../../kit/data/queries.ts'

/** No event tells of plans: who looks at them sees soon how far they are. */
const LOOK_MS = 3000

/** All plans at once: there are few. */
export const allPlans = () => ({
  ...read(api.plans.list, { query: { limit: MOST_PLANS } }),
  ...lookAgain(LOOK_MS),
})
