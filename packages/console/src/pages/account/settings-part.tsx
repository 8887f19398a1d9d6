import { api, WebSettings } from '@latchwork/contract'
import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSend } from '../../kit/data/queries.ts'
import { accountSetting, chooseViewHere, useDevicePreferences } from '../../kit/devices/device-preferences.ts'
import type { ViewType } from '../../kit/devices/device-views.ts'
import { ConfirmButton } from '../../kit/forms/confirm-button.tsx'
import { SchemaForm } from '../../kit/forms/schema-form.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { useComplaint } from '../../kit/states/complaint.tsx'
import { QueryView } from '../../kit/states/query-view.tsx'
import { useSuccess } from '../../kit/states/success.ts'
import { Annotations } from './annotations.tsx'

/** What other clients remember in the same settings is not for people to set. */
const { deviceViewType, deviceSortType } = WebSettings.properties
const VIEW = { properties: { deviceViewType, deviceSortType } }

/** What the service remembers for the screens of this account. */
export function SettingsPart() {
  const setting = useQuery(accountSetting)
  return (
    <QueryView query={setting}>
      {({ web: { annotations = {} } }) => (
        <>
          <ViewSettings />
          <Annotations annotations={annotations} />
          <Forgetting />
        </>
      )}
    </QueryView>
  )
}

function ViewSettings() {
  const words = useLanguage().text.account.settings
  const { view, sort } = useDevicePreferences()
  const succeed = useSuccess()
  const complain = useComplaint()
  const change = useSend(api.accountSettings.update, {
    changes: [api.accountSettings.get],
    onSuccess: () => succeed(words.saved),
    onError: complain,
  })
  return (
    <Section title={words.view} lead={words.viewLead}>
      <SchemaForm
        schema={VIEW}
        values={{ deviceViewType: view, deviceSortType: sort }}
        words={words.fields}
        onSave={(web) => {
          if (web.deviceViewType) chooseViewHere(web.deviceViewType as ViewType)
          return change.mutateAsync({ body: { web } })
        }}
        error={change.error}
        isPending={change.isPending}
      />
    </Section>
  )
}

function Forgetting() {
  const words = useLanguage().text.account.settings
  const succeed = useSuccess()
  const complain = useComplaint()
  const removal = useSend(api.accountSettings.remove, {
    changes: [api.accountSettings.get],
    onSuccess: () => succeed(words.forgotten),
    onError: complain,
  })
  return (
    <Section title={words.forget} lead={words.forgetDetail}>
      <Group>
        <ConfirmButton
          label={words.forget}
          title={words.forget}
          detail={words.forgetDetail}
          isPending={removal.isPending}
          onConfirm={() => removal.mutate(undefined)}
        />
      </Group>
    </Section>
  )
}
