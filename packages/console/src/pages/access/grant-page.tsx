import { AUTH_TYPE, api, type SmartlockAuth } from '@latchwork/contract'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { read, useSend } from '../../kit/data/queries.ts'
import { useDoors, zoneOfDoor } from '../../kit/devices/use-doors.ts'
import { CodeLinks } from '../../kit/guests/guest-links.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { BackLink } from '../../kit/layout/back-link.tsx'
import { Page } from '../../kit/layout/page.tsx'
import { PageView } from '../../kit/states/page-view.tsx'
import { Loading } from '../../kit/states/states.tsx'
import { useSuccess } from '../../kit/states/success.ts'
import { changeOf, draftOf, emptyDraft } from './draft.ts'
import { usePeople } from './names.ts'
import { useCreation } from './use-creation.ts'
import { Wizard } from './wizard.tsx'

const newRoute = getRouteApi('/shell/access/new')
const editRoute = getRouteApi('/shell/access/$smartlockId/$authId')
const CHANGED = [
  api.authorizations.list,
  api.authorizations.listOf,
  api.authorizations.get,
  api.smartlocks.capability,
]

/** Back to all access rights, where each door shows how far it is. */
function useDone(message: string) {
  const navigate = useNavigate()
  const succeed = useSuccess()
  return async () => {
    succeed(message)
    await navigate({ to: '/access' })
  }
}

/** Gives somebody access to doors. */
export function GrantPage() {
  const { text } = useLanguage()
  const { user, door } = newRoute.useSearch()
  const person = usePeople().get(user ?? 0)
  const isReady = useQuery(read(api.accountUsers.list)).isFetched
  const onDone = useDone(text.grant.created)
  const { create, isPending, error } = useCreation({ changes: CHANGED, onDone })
  const start = {
    ...emptyDraft,
    accountUserId: person?.accountUserId,
    name: person?.name ?? '',
    doors: door === undefined ? [] : [door],
  }
  return (
    <Page title={text.grant.title} above={<BackLink to="/access" label={text.rights.title} />}>
      {isReady ? <Wizard start={start} isPending={isPending} error={error} onSave={create} /> : <Loading />}
    </Page>
  )
}

/** Changes what somebody was given on one door. */
export function EditAccessPage() {
  const { smartlockId, authId } = editRoute.useParams()
  const address = { params: { smartlockId: Number(smartlockId), id: authId } }
  const auth = useQuery(read(api.authorizations.get, address))
  // The fields of the form show times of the door, so it has to be known.
  const isDoorKnown = useQuery(read(api.smartlocks.list)).isFetched
  const { text } = useLanguage()
  const above = <BackLink to="/access" label={text.rights.title} />
  return (
    <PageView query={auth} title={text.grant.one} above={above}>
      {(data) => (isDoorKnown ? <EditAccess auth={data} above={above} /> : <Loading />)}
    </PageView>
  )
}

function EditAccess({ auth, above }: { auth: SmartlockAuth; above: ReactNode }) {
  const { text, format } = useLanguage()
  const clock = format.at(zoneOfDoor(useDoors().get(auth.smartlockId)))
  const onSuccess = useDone(text.grant.saved)
  const { mutate, isPending, error } = useSend(api.authorizations.update, { changes: CHANGED, onSuccess })
  const params = { smartlockId: auth.smartlockId, id: auth.id }
  return (
    <Page title={text.grant.edit(auth.name)} above={above}>
      <Wizard
        start={draftOf(auth, clock)}
        auth={auth}
        isPending={isPending}
        error={error}
        onSave={(draft) => mutate({ params, body: changeOf(draft, auth, clock) })}
      />
      {auth.type === AUTH_TYPE.keypadCode && <CodeLinks {...params} />}
    </Page>
  )
}
