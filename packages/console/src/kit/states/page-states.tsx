import { Container } from '@mantine/core'
import { IconMapOff } from '@tabler/icons-react'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useLanguage } from '../language/language.tsx'
import { ButtonLink } from '../routing/links.tsx'
import { Empty, Failure } from './states.tsx'

/** An address that leads nowhere. */
export function NotFound() {
  const { text } = useLanguage()
  return (
    <Container size="sm" py="xl">
      <Empty
        icon={<IconMapOff />}
        title={text.kit.notFound}
        action={<ButtonLink to="/">{text.kit.toStart}</ButtonLink>}
      >
        {text.kit.notFoundDetail}
      </Empty>
    </Container>
  )
}

/** A page that could not be loaded or drawn. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <Container size="sm" py="xl">
      <Failure error={error} retry={retry} />
    </Container>
  )
}
