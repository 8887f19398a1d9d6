import { Button, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconBackspace, IconCheck } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { useLanguage } from '../../kit/language/language.tsx'
import classes from './keypad.module.css'

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const
const LONGEST = 8

/** A keypad to press, or to type on. What was typed is not shown, as on a real one. */
export function Keypad({ onEnter, isPending }: { onEnter: (code: string) => void; isPending: boolean }) {
  const { text } = useLanguage()
  const words = text.sandbox.keypad
  const [code, setCode] = useState('')
  const add = (digit: string) => setCode((before) => (before.length < LONGEST ? before + digit : before))
  const enter = () => {
    if (code === '') return
    onEnter(code)
    setCode('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (/^\d$/.test(event.key)) add(event.key)
    if (event.key === 'Backspace') setCode((before) => before.slice(0, -1))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw its own frame around the keypad
    <div role="group" aria-label={words.title} className={classes.keypad} onKeyDown={onKeyDown}>
      <Stack gap="xs">
        <Text className={classes.display} role="status" aria-label={words.typed(code.length)}>
          {'•'.repeat(code.length) || ' '}
        </Text>
        <SimpleGrid cols={3} spacing={6} verticalSpacing={6}>
          {DIGITS.map((digit) => (
            <Button key={digit} variant="default" onClick={() => add(digit)}>
              {digit}
            </Button>
          ))}
          <Button variant="subtle" color="gray" aria-label={words.clear} onClick={() => setCode('')}>
            <IconBackspace size={18} />
          </Button>
          <Button variant="default" onClick={() => add('0')}>
            0
          </Button>
          <Button aria-label={words.enter} disabled={code === ''} loading={isPending} onClick={enter}>
            <IconCheck size={18} />
          </Button>
        </SimpleGrid>
      </Stack>
    </div>
  )
}
