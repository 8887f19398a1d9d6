import { api } from '@latchwork/contract'
import { Paper, SimpleGrid, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { type Icon, IconApi, IconDoor, IconFlask } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { read } from '../../kit/data/queries.ts'
import { hasSandbox } from '../../kit/facts.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { Page } from '../../kit/layout/page.tsx'
import { ButtonLink } from '../../kit/routing/links.tsx'
import { useAllowance } from '../../kit/session/allowance.ts'
import { TokenMaker } from './token-maker.tsx'
import { rememberWelcome } from './welcomed.ts'

/** The first page after the first start: what is here, and three things to do with it. */
export function WelcomePage() {
  const { text } = useLanguage()
  const locks = useQuery(read(api.smartlocks.list))
  const may = useAllowance()
  const mayPlay = hasSandbox && may({ master: true })
  useEffect(rememberWelcome, [])
  return (
    <Page title={text.welcome.title} lead={text.welcome.lead}>
      <SimpleGrid cols={{ base: 1, md: mayPlay ? 2 : 1 }} spacing="md">
        <Step icon={IconDoor} title={text.welcome.doorsTitle}>
          <Text>{text.welcome.doorsDetail(locks.data?.length ?? 0)}</Text>
          <ButtonLink to="/doors">{text.welcome.doorsAction}</ButtonLink>
          {may({ right: 'manageSmartlock', everywhere: true }) && (
            <ButtonLink to="/add-door" variant="default">
              {text.gateways.add}
            </ButtonLink>
          )}
        </Step>
        {mayPlay && (
          <Step icon={IconFlask} title={text.welcome.sandboxTitle}>
            <Text>{text.welcome.sandboxDetail}</Text>
            <ButtonLink to="/sandbox" variant="default">
              {text.welcome.sandboxAction}
            </ButtonLink>
          </Step>
        )}
      </SimpleGrid>
      <Step icon={IconApi} title={text.welcome.apiTitle}>
        <Text>{text.welcome.apiDetail}</Text>
        <TokenMaker firstLock={locks.data?.[0]} />
        <ButtonLink to="/reference" variant="default">
          {text.kit.apiReference}
        </ButtonLink>
      </Step>
    </Page>
  )
}

function Step({ icon: Sign, title, children }: { icon: Icon; title: string; children: ReactNode }) {
  return (
    <Paper withBorder p="lg" component="section" aria-label={title}>
      <Stack align="flex-start" gap="md">
        <ThemeIcon size={44} radius="xl" variant="light" aria-hidden>
          <Sign size={24} stroke={1.6} />
        </ThemeIcon>
        <Title order={2} size="h4">
          {title}
        </Title>
        {children}
      </Stack>
    </Paper>
  )
}
