import { Badge } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'

interface SignBadgeProps {
  color: string
  icon: Icon
  size?: 'md' | 'lg'
  children: string
}

/** How something is doing: a word, a sign and a colour, so that nobody depends on one of them. */
export function SignBadge({ color, icon: Sign, size = 'md', children }: SignBadgeProps) {
  return (
    <Badge
      color={color}
      variant="light"
      size={size}
      tt="none"
      fw={500}
      miw="max-content"
      leftSection={<Sign size={14} aria-hidden />}
    >
      {children}
    </Badge>
  )
}
