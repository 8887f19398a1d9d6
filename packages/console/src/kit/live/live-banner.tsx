import { Alert } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useLanguage } from '../language/language.tsx'
import { useLiveState } from './live.ts'

/** A connection that is back within this time is not worth a word. */
const PATIENCE_MS = 1500

/** Says that what is shown may be old, from the loss of the connection until it is open again. */
export function LiveBanner() {
  const { text } = useLanguage()
  const isLost = useLiveState() !== 'open'
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (!isLost) return setShown(false)
    const timer = setTimeout(() => setShown(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [isLost])
  if (!isShown) return null
  return (
    <Alert role="alert" color="gray" mb="md" icon={<IconPlugConnectedX />} title={text.kit.offlineTitle}>
      {text.kit.offlineDetail}
    </Alert>
  )
}
