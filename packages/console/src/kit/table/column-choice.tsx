import { ActionIcon, Checkbox, Popover, Stack } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useLanguage } from '../language/language.tsx'
import type { Column } from './columns.ts'
import classes from './table.module.css'

interface ColumnChoiceProps<Row> {
  columns: readonly Column<Row>[]
  shown: readonly boolean[]
  onChange: (shown: readonly boolean[]) => void
}

/** Which columns are in sight. */
export function ColumnChoice<Row>({ columns, shown, onChange }: ColumnChoiceProps<Row>) {
  const { text } = useLanguage()
  const toggle = (index: number) => onChange(shown.map((isShown, at) => (at === index ? !isShown : isShown)))
  return (
    <Popover position="bottom-end" trapFocus withinPortal transitionProps={{ duration: 0 }}>
      <Popover.Target>
        <ActionIcon
          className={classes.choice}
          variant="subtle"
          color="gray"
          size={28}
          aria-label={text.table.columns}
          title={text.table.columns}
        >
          <IconColumns3 size={18} stroke={1.6} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={text.table.columns}>
        <Stack gap="xs">
          {columns.map(
            ({ name, children }, index) =>
              name !== undefined &&
              index > 0 && (
                <Checkbox
                  key={name}
                  size="sm"
                  label={children}
                  checked={shown[index] === true}
                  onChange={() => toggle(index)}
                />
              ),
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
