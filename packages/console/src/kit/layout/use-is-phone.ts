import { useMediaQuery } from '@mantine/hooks'

/** As wide as the frame takes a phone to be; style sheets write it the same way. */
export const PHONE_WIDTH = '(max-width: 48em)'

export const useIsPhone = (): boolean =>
  useMediaQuery(PHONE_WIDTH, undefined, { getInitialValueInEffect: false })
