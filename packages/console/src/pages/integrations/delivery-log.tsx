import { api, type DecentralWebhook } from '@latchwork/contract'
import { Accordion } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { readPages } from '../../kit/data/pages.ts'
import { lookAgain } from '../../kit/data/queries.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { ListFile } from '../../kit/layout/list-file.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { PagedList } from '../../kit/states/paged-list.tsx'
import { Empty } from '../../kit/states/states.tsx'
import { Delivery } from './delivery.tsx'

const PAGE_SIZE = 25
const LOOK_AGAIN_MS = 3000

/** Every attempt to deliver, newest first. */
export function DeliveryLog({ webhook }: { webhook: DecentralWebhook }) {
  const words = useLanguage().text.integrations.log
  const input = { params: { webhookId: webhook.id } }
  const log = useInfiniteQuery({
    ...readPages(api.webhooks.logOf, input, { size: PAGE_SIZE, cursorOf: ({ id }) => id }),
    ...lookAgain(LOOK_AGAIN_MS),
  })
  return (
    <PagedList query={log}>
      {(entries) =>
        entries.length === 0 ? (
          <Empty icon={<IconSend />} title={words.empty}>
            {words.emptyDetail}
          </Empty>
        ) : (
          <Section
            title={words.title}
            lead={words.lead}
            actions={<ListFile route={api.webhooks.logOf} input={input} />}
          >
            <Accordion variant="separated" order={3}>
              {entries.map((entry) => (
                <Delivery key={entry.id} entry={entry} />
              ))}
            </Accordion>
          </Section>
        )
      }
    </PagedList>
  )
}
