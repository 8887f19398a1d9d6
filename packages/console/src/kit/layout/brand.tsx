import { Group, Text } from '@mantine/core'

/** Mark and name. */
export function Brand() {
  return (
    <Group gap={10} wrap="nowrap">
      <img src={`${import.meta.env.BASE_URL}icon.svg`} width={28} height={28} alt="" />
      <Text fw={650} size="lg" lh={1}>
        Latchwork
      </Text>
    </Group>
  )
}
