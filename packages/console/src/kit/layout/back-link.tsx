import { Group, Text } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import { TextLink } from '../routing/links.tsx'

/** Above a page: the list it belongs to. */
export function BackLink({ label, ...link }: { label: string } & Pick<LinkProps, 'to' | 'search'>) {
  return (
    <TextLink {...link} size="sm" mb="xs" display="inline-block">
      <Group gap={4}>
        <IconArrowLeft size={16} aria-hidden />
        <Text span size="sm">
          {label}
        </Text>
      </Group>
    </TextLink>
  )
}
