import { ActionIcon, Menu, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import {
  IconBook2,
  IconCheck,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconSettings,
  IconSun,
  IconUserCircle,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { showKeys } from '../keys/page-keys.tsx'
import { useLanguage } from '../language/language.tsx'
import { LANGUAGES, type Language } from '../language/languages.ts'
import { signOut } from '../session/sign-out.ts'
import { useSession } from '../session/use-session.ts'

/** Who is signed in, light or dark, language, the API reference, and the way out. */
export function AccountMenu() {
  const { text } = useLanguage()
  const session = useSession()
  const navigate = useNavigate()
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={text.kit.accountMenu}>
          <IconUserCircle size={24} stroke={1.5} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{session?.email}</Menu.Label>
        <Menu.Item leftSection={<IconSettings size={18} />} onClick={() => void navigate({ to: '/account' })}>
          {text.account.title}
        </Menu.Item>
        <LookItem />
        <Menu.Item leftSection={<IconKeyboard size={18} />} onClick={showKeys} visibleFrom="sm">
          {text.keys.title}
        </Menu.Item>
        <Menu.Divider />
        <LanguageItems />
        <Menu.Divider />
        <Menu.Item leftSection={<IconBook2 size={18} />} onClick={() => void navigate({ to: '/reference' })}>
          {text.kit.apiReference}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={18} />} onClick={() => void signOut()}>
          {text.kit.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function LookItem() {
  const { text } = useLanguage()
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light') === 'dark'
  return (
    <Menu.Item
      closeMenuOnClick={false}
      leftSection={isDark ? <IconSun size={18} /> : <IconMoon size={18} />}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      {isDark ? text.kit.lightLook : text.kit.darkLook}
    </Menu.Item>
  )
}

function LanguageItems() {
  const { language, speak } = useLanguage()
  return Object.entries(LANGUAGES).map(([tag, name]) => (
    <Menu.Item
      key={tag}
      lang={tag}
      leftSection={<IconCheck size={18} opacity={tag === language ? 1 : 0} />}
      onClick={() => void speak(tag as Language)}
    >
      {name}
    </Menu.Item>
  ))
}
