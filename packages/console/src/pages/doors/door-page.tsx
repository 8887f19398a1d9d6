import { api } from '@latchwork/contract'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { read } from '../../kit/data/queries.ts'
import { Page } from '../../kit/layout/page.tsx'
import { QueryView } from '../../kit/states/query-view.tsx'

const route = getRouteApi('/shell/doors/$smartlockId')

/** One door. */
export function DoorPage() {
  const { smartlockId } = route.useParams()
  const lock = useQuery(read(api.smartlocks.get, { params: { smartlockId: Number(smartlockId) } }))
  return <QueryView query={lock}>{(data) => <Page title={data.name}>{null}</Page>}</QueryView>
}
