import type { WebhookStatus } from '@latchwork/contract'
import { Badge } from '@mantine/core'
import { useLanguage } from '../../kit/language/language.tsx'

export function WebhookStatusBadge({ status }: { status: WebhookStatus }) {
  const words = useLanguage().text.integrations.webhooks
  return status === 'ACTIVE' ? (
    <Badge color="latch" variant="light" tt="none">
      {words.active}
    </Badge>
  ) : (
    <Badge color="red" variant="light" tt="none">
      {words.deactivated}
    </Badge>
  )
}
