import { api } from '@latchwork/contract'
import { AppShell, Burger, Group, ScrollArea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { read } from '../data/queries.ts'
import { PageKeys } from '../keys/page-keys.tsx'
import { useLanguage } from '../language/language.tsx'
import { languageOfAccount } from '../language/languages.ts'
import { LiveBanner } from '../live/live-banner.tsx'
import { PaletteButton } from '../palette/palette-button.tsx'
import { MenuLink } from '../routing/links.tsx'
import { useAllowance } from '../session/allowance.ts'
import { StepUpDialog } from '../session/step-up-dialog.tsx'
import { AccountMenu } from './account-menu.tsx'
import { Brand } from './brand.tsx'
import { navigation } from './navigation.ts'
import classes from './shell.module.css'

/** The frame of the console: header, menu, and the page in the middle. */
export function Shell() {
  const { text } = useLanguage()
  const [isMenuOpen, menu] = useDisclosure()
  const main = useArrival(menu.close)
  useAccountLanguage()
  return (
    <>
      <a className={classes.skip} href="#content">
        {text.kit.skipToContent}
      </a>
      <AppShell
        header={{ height: 56 }}
        navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !isMenuOpen } }}
        padding={{ base: 'md', md: 'lg' }}
        transitionDuration={0}
      >
        <AppShell.Header className={classes.header}>
          <Group h="100%" px="md" gap="sm" wrap="nowrap">
            <Burger
              opened={isMenuOpen}
              onClick={menu.toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={isMenuOpen ? text.kit.closeMenu : text.kit.openMenu}
              aria-expanded={isMenuOpen}
            />
            <Brand />
            <Group ml="auto" gap="xs" wrap="nowrap">
              <PaletteButton />
              <AccountMenu />
            </Group>
          </Group>
        </AppShell.Header>
        <AppShell.Navbar className={classes.navbar} aria-label={text.kit.menu}>
          <AppShell.Section grow component={ScrollArea} p="sm">
            <Menu />
          </AppShell.Section>
        </AppShell.Navbar>
        <AppShell.Main id="content" ref={main} tabIndex={-1} className={classes.main}>
          <LiveBanner />
          <div className={classes.content}>
            <Outlet />
          </div>
        </AppShell.Main>
      </AppShell>
      <StepUpDialog />
      <PageKeys />
    </>
  )
}

/** Who reads none of the browser's languages with us reads the one of the account, if we have it. */
function useAccountLanguage(): void {
  const { language, speak } = useLanguage()
  const { data: account } = useQuery(read(api.account.get))
  const wanted = languageOfAccount(account?.language)
  useEffect(() => {
    if (wanted !== undefined && wanted !== language) void speak(wanted, false)
  }, [wanted, language, speak])
}

function Menu() {
  const { text } = useLanguage()
  const may = useAllowance()
  return navigation
    .filter(({ isOffered = true, needs = {} }) => isOffered && may(needs))
    .map(({ to, label, icon: Icon }) => (
      <MenuLink
        key={to}
        to={to}
        label={label(text)}
        leftSection={<Icon size={20} stroke={1.6} aria-hidden />}
        activeProps={{ active: true, 'aria-current': 'page' }}
        className={classes.link}
      />
    ))
}

/** On a new page the menu closes and reading begins with the page, also for those who do not see it change. */
function useArrival(closeMenu: () => void) {
  const { pathname } = useLocation()
  const main = useRef<HTMLElement>(null)
  const arrivedAt = useRef(pathname)
  useEffect(() => {
    if (arrivedAt.current === pathname) return
    arrivedAt.current = pathname
    closeMenu()
    main.current?.focus({ preventScroll: true })
  }, [pathname, closeMenu])
  return main
}
