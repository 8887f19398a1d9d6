import { notifications } from '@mantine/notifications'
import { useCallback } from 'react'
import { useLanguage } from '../language/language.tsx'

/** Says that something a person asked for was done. */
export function useSuccess(): (message: string) => void {
  const { text } = useLanguage()
  return useCallback(
    (message) => {
      notifications.show({ message, closeButtonProps: { 'aria-label': text.kit.close } })
    },
    [text],
  )
}
