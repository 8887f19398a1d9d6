import { api } from '@latchwork/contract'
import { useQuery } from '@tanstack/react-query'
import { lookAgain, read } from '../../kit/data/queries.ts'
import { QueryView } from '../../kit/states/query-view.tsx'
import { AlertChoicesPart } from './alert-choices.tsx'
import { AlertDevice } from './alert-device.tsx'
import { AlertWays } from './alert-ways.tsx'

/** No event reports that an alert arrived or did not, so while somebody looks it is asked for. */
const LOOK_AGAIN_MS = 5000

/** What a person is alerted to, on which of their devices, by which other ways, and when not. */
export function AlertsPart() {
  const channels = useQuery({ ...read(api.alerts.channels), ...lookAgain(LOOK_AGAIN_MS) })
  const choices = useQuery(read(api.alerts.choices))
  return (
    <>
      <QueryView query={channels}>
        {(all) => (
          <>
            <AlertDevice channels={all} />
            <AlertWays channels={all} />
          </>
        )}
      </QueryView>
      <QueryView query={choices}>{(chosen) => <AlertChoicesPart chosen={chosen} />}</QueryView>
    </>
  )
}
