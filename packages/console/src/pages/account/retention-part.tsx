import { api, RETENTION_FIELDS, type Retention, type RetentionField } from '@latchwork/contract'
import { useQuery } from '@tanstack/react-query'
import { read, useSend } from '../../kit/data/queries.ts'
import { SchemaForm } from '../../kit/forms/schema-form.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { useComplaint } from '../../kit/states/complaint.tsx'
import { QueryView } from '../../kit/states/query-view.tsx'
import { useSuccess } from '../../kit/states/success.ts'

const FIELDS = Object.keys(RETENTION_FIELDS) as RetentionField[]

/** How long records of the account are kept, within what the operator allows. */
export function RetentionPart() {
  const words = useLanguage().text.account.retention
  const kept = useQuery(read(api.retention.get))
  return (
    <Section title={words.title} lead={words.lead}>
      <QueryView query={kept}>{(days) => <Days days={days} />}</QueryView>
    </Section>
  )
}

function Days({ days }: { days: Retention }) {
  const { text, format } = useLanguage()
  const words = text.account.retention
  const succeed = useSuccess()
  const complain = useComplaint()
  const change = useSend(api.retention.update, {
    changes: [api.retention.get],
    onSuccess: () => succeed(words.saved),
    onError: complain,
  })
  const bounds = (field: RetentionField) => ({
    minimum: Math.min(days.leastDays, days.mostDays[field]),
    maximum: days.mostDays[field],
  })
  return (
    <SchemaForm
      schema={{
        properties: Object.fromEntries(FIELDS.map((field) => [field, { type: 'integer', ...bounds(field) }])),
      }}
      values={days}
      words={Object.fromEntries(
        FIELDS.map((field) => {
          const { minimum, maximum } = bounds(field)
          return [
            field,
            { label: words[field], help: words.range(format.number(minimum), format.number(maximum)) },
          ]
        }),
      )}
      onSave={(chosen) => change.mutateAsync({ body: chosen })}
      error={change.error}
      isPending={change.isPending}
    />
  )
}
