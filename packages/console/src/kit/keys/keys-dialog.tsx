import { Kbd, Modal, Stack, Switch, Table, Text } from '@mantine/core'
import { Fragment, useState } from 'react'
import { useLanguage } from '../language/language.tsx'
import { areKeysOn, turnKeys } from './typing.ts'

const KEYS = [
  ['search', ['/']],
  ['palette', ['Ctrl + K', '⌘ K']],
  ['help', ['?']],
  ['row', ['↑', '↓']],
  ['ends', ['Home', 'End']],
  ['inside', ['←', '→']],
  ['open', ['Enter']],
  ['choose', ['x']],
] as const

/** What every key does, and whether single ones do anything here. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { text } = useLanguage()
  const words = text.keys
  const [isOn, setIsOn] = useState(areKeysOn)
  const turn = (on: boolean) => {
    turnKeys(on)
    setIsOn(on)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={words.title}
      closeButtonProps={{ 'aria-label': text.kit.close }}
      transitionProps={{ duration: 0 }}
    >
      <Stack>
        <Text size="sm">{words.lead}</Text>
        <Table aria-label={words.title} verticalSpacing={6}>
          <Table.Tbody>
            {KEYS.map(([name, keys]) => (
              <Table.Tr key={name}>
                <Table.Td miw={110}>
                  {keys.map((key) => (
                    <Fragment key={key}>
                      <Kbd>{key}</Kbd>{' '}
                    </Fragment>
                  ))}
                </Table.Td>
                <Table.Td>{words.does[name]}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Switch
          label={words.on}
          description={words.onHelp}
          checked={isOn}
          onChange={(event) => turn(event.currentTarget.checked)}
        />
      </Stack>
    </Modal>
  )
}
