import { notifications } from '@mantine/notifications'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useCallback } from 'react'
import { useLanguage } from '../language/language.tsx'
import { describe } from './describe-error.ts'

/** Shows why something a person asked for was not done: `onError: complain`. */
export function useComplaint(): (error: unknown) => void {
  const { text } = useLanguage()
  return useCallback(
    (error) => {
      const { title, detail } = describe(error, text)
      notifications.show({
        title,
        message: detail,
        color: 'red',
        icon: <IconAlertTriangle size={18} />,
        closeButtonProps: { 'aria-label': text.kit.close },
      })
    },
    [text],
  )
}
