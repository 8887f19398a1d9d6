import { type AdvancedApiKey, api } from '@latchwork/contract'
import { ApiError } from '@latchwork/sdk'
import { Alert, Button, Group, Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { keyOf, read, useSend } from '../../kit/data/queries.ts'
import { ConfirmButton } from '../../kit/forms/confirm-button.tsx'
import { DialogButton } from '../../kit/forms/dialog-button.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { FactList } from '../../kit/layout/fact-list.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { useComplaint } from '../../kit/states/complaint.tsx'
import { QueryView } from '../../kit/states/query-view.tsx'
import { useSuccess } from '../../kit/states/success.ts'
import { AdvancedForm } from './advanced-form.tsx'
import { CentralWebhookForm } from './central-webhook-form.tsx'
import { SecretReplacement } from './secret-replacement.tsx'

const isMissing = (error: unknown) => error instanceof ApiError && error.code === 'not_found'

/** The advanced key of an API key, or the way to apply for one. */
export function AdvancedPart({ apiKeyId }: { apiKeyId: number }) {
  const words = useLanguage().text.integrations.advanced
  const advanced = useQuery(read(api.advancedKeys.get, { params: { apiKeyId } }))
  return (
    <Section title={words.title} lead={words.applyDetail}>
      {isMissing(advanced.error) ? (
        <Group>
          <DialogButton label={words.apply} variant="default">
            {(close) => <AdvancedForm apiKeyId={apiKeyId} onDone={close} />}
          </DialogButton>
        </Group>
      ) : (
        <QueryView query={advanced}>{(key) => <AdvancedKey apiKeyId={apiKeyId} advanced={key} />}</QueryView>
      )}
    </Section>
  )
}

function AdvancedKey({ apiKeyId, advanced }: { apiKeyId: number; advanced: AdvancedApiKey }) {
  const words = useLanguage().text.integrations.advanced
  const isInUse = advanced.status === 'TESTING' || advanced.status === 'ACTIVE'
  return (
    <Stack>
      <FactList
        facts={[
          [words.status, words.statuses[advanced.status]],
          [words.name, advanced.name],
          [words.type, words.types[advanced.type]],
          [words.email, advanced.email],
          [words.url, advanced.url],
          [words.secret, isInUse ? words.secretHidden : undefined],
          [words.webhookStatus, advanced.webhookStatus && words.webhookStatuses[advanced.webhookStatus]],
        ]}
      />
      {advanced.webhookStatus === 'DEACTIVATED' && <Reactivation apiKeyId={apiKeyId} />}
      {isInUse && (
        <Group>
          <NewSecret apiKeyId={apiKeyId} />
        </Group>
      )}
      <CentralWebhookForm apiKeyId={apiKeyId} advanced={advanced} />
      <Removal apiKeyId={apiKeyId} />
    </Stack>
  )
}

function NewSecret({ apiKeyId }: { apiKeyId: number }) {
  const { text } = useLanguage()
  const { data, isPending, error, mutate, reset } = useSend(api.advancedKeys.replaceSecret, {
    changes: [api.advancedKeys.get],
  })
  return (
    <SecretReplacement
      label={text.integrations.secrets.newSecret}
      detail={text.integrations.secrets.advancedDetail}
      warning={text.integrations.secrets.advancedShown}
      secret={data?.data.secret}
      isPending={isPending}
      error={error}
      onReplace={(overlapHours) => mutate({ params: { apiKeyId }, body: { overlapHours } })}
      onClosed={reset}
    />
  )
}

function Reactivation({ apiKeyId }: { apiKeyId: number }) {
  const words = useLanguage().text.integrations.advanced
  const succeed = useSuccess()
  const complain = useComplaint()
  const reactivation = useSend(api.advancedKeys.reactivate, {
    changes: [api.advancedKeys.get],
    onSuccess: () => succeed(words.reactivated),
    onError: complain,
  })
  return (
    <Alert color="orange" variant="light" title={words.deactivated}>
      <Button
        size="xs"
        variant="default"
        loading={reactivation.isPending}
        onClick={() => reactivation.mutate({ params: { apiKeyId } })}
      >
        {words.reactivate}
      </Button>
    </Alert>
  )
}

function Removal({ apiKeyId }: { apiKeyId: number }) {
  const words = useLanguage().text.integrations.advanced
  const queries = useQueryClient()
  const succeed = useSuccess()
  const complain = useComplaint()
  const removal = useSend(api.advancedKeys.remove, {
    // What was read is gone, not merely old.
    onSuccess: async () => {
      succeed(words.removed)
      await queries.resetQueries({ queryKey: keyOf(api.advancedKeys.get) })
    },
    onError: complain,
  })
  return (
    <Group>
      <ConfirmButton
        label={words.remove}
        title={words.remove}
        detail={words.removeDetail}
        isPending={removal.isPending}
        onConfirm={() => removal.mutate({ params: { apiKeyId } })}
      />
    </Group>
  )
}
