import { type AccountSetting, api } from '@latchwork/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { keyOf, read, useSend } from '../data/queries.ts'
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

/** How this account likes to see doors; kept by the service, so it is the same in every browser. */
export function useDevicePreferences(): DevicePreferences {
  const queries = useQueryClient()
  const complain = useComplaint()
  const setting = useQuery(accountSetting)
  const { mutate } = useSend(api.accountSettings.update, { onError: complain })
  const { deviceViewType, deviceSortType } = setting.data?.web ?? {}
  const set = (web: AccountSetting['web']) => {
    // The page follows at once: it is the person’s own choice, and nobody else's door.
    queries.setQueryData<AccountSetting>(keyOf(api.accountSettings.get, {}), (before) => ({
      web: { ...before?.web, ...web },
    }))
    mutate({ body: { web } })
  }
  return {
    view: deviceViewType ?? 'TILE',
    sort: deviceSortType ?? 'FAVOURITES_FIRST',
    setView: (view) => set({ deviceViewType: view }),
    setSort: (sort) => set({ deviceSortType: sort }),
    isPending: setting.isPending,
  }
}
