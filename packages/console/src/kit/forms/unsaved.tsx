import { Button, Group, Modal, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useLanguage } from '../language/language.tsx'

/** Whoever leaves while something is not saved is asked first; the browser asks when the page itself is closed. */
export function Unsaved() {
  const { text } = useLanguage()
  const words = text.saving
  const leaving = useBlocker({ shouldBlockFn: () => true, enableBeforeUnload: true, withResolver: true })
  return (
    <>
      <Text size="sm" c="dimmed" role="status">
        {words.unsaved}
      </Text>
      <Modal
        opened={leaving.status === 'blocked'}
        onClose={() => leaving.reset?.()}
        title={words.leaveTitle}
        closeButtonProps={{ 'aria-label': text.kit.close }}
        transitionProps={{ duration: 0 }}
      >
        <Text size="sm" mb="md">
          {words.leaveDetail}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => leaving.proceed?.()}>
            {words.leave}
          </Button>
          <Button onClick={() => leaving.reset?.()} data-autofocus>
            {words.stay}
          </Button>
        </Group>
      </Modal>
    </>
  )
}
