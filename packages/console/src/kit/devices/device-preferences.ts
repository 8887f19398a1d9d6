import { type AccountSetting, api } from '@latchwork/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { keyOf, read, useSend } from '../data/queries.ts'
import { PHONE_WIDTH } from '../layout/use-is-phone.ts'
import { useComplaint } from '../states/complaint.tsx'
import type { SortType, ViewType } from './device-views.ts'

interface DevicePreferences {
  view: ViewType
  sort: SortType
  setView: (view: ViewType) => void
  setSort: (sort: SortType) => void
  /** Not known yet: whoever draws now would have to draw again. */
  isPending: boolean
}

export const accountSetting = read(api.accountSettings.get)

const STORED_AS = 'latchwork.doors.view'
const isView = (value: string | null): value is ViewType => value === 'TILE' || value === 'LIST'

/** What was chosen on this very device: a phone is not a desk. */
function ownView(): ViewType | undefined {
  const stored = localStorage.getItem(STORED_AS)
  return isView(stored) ? stored : undefined
}

const lookers = new Set<() => void>()

/** What is chosen here holds here, whatever the account says; all that shows it follows at once, in other tabs, too. */
export function chooseViewHere(view: ViewType): void {
  localStorage.setItem(STORED_AS, view)
  for (const look of lookers) look()
}

function onOwnView(look: () => void): () => void {
  lookers.add(look)
  addEventListener('storage', look)
  return () => {
    lookers.delete(look)
    removeEventListener('storage', look)
  }
}

const isPhone = () => window.matchMedia(PHONE_WIDTH).matches

/**
 * How this person likes to see doors. The view is the device's own, and cards on a phone unless chosen otherwise there;
 * where nothing was chosen yet it is the account's, which the service keeps like the order.
 */
export function useDevicePreferences(): DevicePreferences {
  const queries = useQueryClient()
  const complain = useComplaint()
  const setting = useQuery(accountSetting)
  const { mutate } = useSend(api.accountSettings.update, { onError: complain })
  const { deviceViewType, deviceSortType } = setting.data?.web ?? {}
  const own = useSyncExternalStore(onOwnView, ownView)
  const set = (web: AccountSetting['web']) => {
    // The page follows at once: it is the person’s own choice, and nobody else's door.
    queries.setQueryData<AccountSetting>(keyOf(api.accountSettings.get, {}), (before) => ({
      web: { ...before?.web, ...web },
    }))
    mutate({ body: { web } })
  }
  return {
    view: own ?? (isPhone() ? 'TILE' : (deviceViewType ?? 'TILE')),
    sort: deviceSortType ?? 'FAVOURITES_FIRST',
    setView: (view) => {
      chooseViewHere(view)
      if (!isPhone()) set({ deviceViewType: view })
    },
    setSort: (sort) => set({ deviceSortType: sort }),
    isPending: setting.isPending,
  }
}
