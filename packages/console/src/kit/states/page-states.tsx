import { Container } from '@mantine/core'
import { IconMapOff } from '@tabler/icons-react'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useLanguage } from '../language/language.tsx'
import { Page } from '../layout/page.tsx'
import { useTitle } from '../layout/title.ts'
import { ButtonLink } from '../routing/links.tsx'
import { Empty, Failure } from './states.tsx'

/** An address that leads nowhere. */
export function NotFound() {
  const { text } = useLanguage()
  useTitle(text.kit.notFound)
  return (
    <Container size="sm" py="xl">
      <Empty
        icon={<IconMapOff />}
        title={text.kit.notFound}
        order={1}
        action={<ButtonLink to="/">{text.kit.toStart}</ButtonLink>}
      >
        {text.kit.notFoundDetail}
      </Empty>
    </Container>
  )
}

/** A page that could not be loaded or drawn. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  const { text } = useLanguage()
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <Container size="sm" py="xl">
      <Page title={text.kit.somethingWrong}>
        <Failure error={error} retry={retry} />
      </Page>
    </Container>
  )
}
