import { api, type GuestLink, LANGUAGES, type Language, type NewGuestLink } from '@latchwork/contract'
import { Alert, Button, Center, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { read, useSend } from '../data/queries.ts'
import { ConfirmButton } from '../forms/confirm-button.tsx'
import { useLanguage } from '../language/language.tsx'
import { Copyable } from '../layout/copyable.tsx'
import { QrCode } from '../layout/qr-code.tsx'
import { Section } from '../layout/section.tsx'
import { useComplaint } from '../states/complaint.tsx'

interface StayAddress {
  addressId: number
  id: string
}

/** Links to the page of the guest of a stay. */
export function StayLinks({ stay, isOver }: { stay: StayAddress; isOver: boolean }) {
  const { addressId, id } = stay
  const params = { addressId, id }
  const complain = useComplaint()
  const links = useQuery(read(api.guestLinks.listOfStay, { params }))
  const changes = [api.guestLinks.listOfStay]
  const create = useSend(api.guestLinks.createForStay, { changes, onError: complain })
  const revoke = useSend(api.guestLinks.revokeOfStay, { changes, onError: complain })
  const keep = useSend(api.guestLinks.keepOfStay, { changes, onError: complain })
  return (
    <Links
      links={links.data ?? []}
      made={create.data?.data}
      isMaking={create.isPending}
      isRevoking={revoke.isPending}
      onMake={isOver ? undefined : (language) => create.mutate({ params, body: { language } })}
      onKeep={(linkId) => keep.mutate({ params: { ...params, guestLinkId: linkId }, body: {} })}
      onRevoke={(linkId) =>
        revoke.mutate({ params: { ...params, guestLinkId: linkId } }, { onSuccess: create.reset })
      }
    />
  )
}

/** The same for a code that somebody was given. */
export function CodeLinks({ smartlockId, id }: { smartlockId: number; id: string }) {
  const params = { smartlockId, id }
  const complain = useComplaint()
  const links = useQuery(read(api.guestLinks.listOfAuth, { params }))
  const changes = [api.guestLinks.listOfAuth]
  const create = useSend(api.guestLinks.createForAuth, { changes, onError: complain })
  const revoke = useSend(api.guestLinks.revokeOfAuth, { changes, onError: complain })
  const keep = useSend(api.guestLinks.keepOfAuth, { changes, onError: complain })
  return (
    <Links
      links={links.data ?? []}
      made={create.data?.data}
      isMaking={create.isPending}
      isRevoking={revoke.isPending}
      onMake={(language) => create.mutate({ params, body: { language } })}
      onKeep={(linkId) => keep.mutate({ params: { ...params, guestLinkId: linkId }, body: {} })}
      onRevoke={(linkId) =>
        revoke.mutate({ params: { ...params, guestLinkId: linkId } }, { onSuccess: create.reset })
      }
    />
  )
}

interface LinksProps {
  links: readonly GuestLink[]
  /** Just made: its address is known now and never again. */
  made: NewGuestLink | undefined
  isMaking: boolean
  isRevoking: boolean
  onMake: ((language: Language) => void) | undefined
  onRevoke: (linkId: string) => void
  onKeep: (linkId: string) => void
}

function Links({ links, made, isMaking, isRevoking, onMake, onRevoke, onKeep }: LinksProps) {
  const { text } = useLanguage()
  const words = text.guests
  return (
    <Section title={words.links} lead={words.linksLead}>
      {made && <Made link={made} />}
      {links.map((link) => (
        <OneLink key={link.id} link={link}>
          {link.creator !== 'account' && (
            <Button
              size="xs"
              variant="default"
              aria-label={words.keepOf(words.languages[link.language])}
              onClick={() => onKeep(link.id)}
            >
              {words.keep}
            </Button>
          )}
          <ConfirmButton
            size="xs"
            label={words.revoke}
            name={words.revokeOf(words.languages[link.language])}
            title={words.revoke}
            detail={words.revokeDetail}
            isPending={isRevoking}
            onConfirm={() => onRevoke(link.id)}
          />
        </OneLink>
      ))}
      {onMake && <Make isPending={isMaking} onMake={onMake} />}
    </Section>
  )
}

function Made({ link }: { link: NewGuestLink }) {
  const words = useLanguage().text.guests
  const url = new URL(link.path, location.origin).href
  return (
    <Stack>
      <Alert color="yellow" variant="light">
        {words.once}
      </Alert>
      <Copyable label={words.link} value={url} />
      <Center>
        <QrCode value={url} label={words.qr} />
      </Center>
    </Stack>
  )
}

function OneLink({ link, children }: { link: GuestLink; children: ReactNode }) {
  const { text, format } = useLanguage()
  const words = text.guests
  return (
    <Group justify="space-between">
      <div>
        <Text size="sm">{words.made(words.languages[link.language], format.moment(link.creationDate))}</Text>
        <Text size="sm" c="dimmed">
          {link.lastSeenDate === undefined ? words.unseen : words.seen(format.moment(link.lastSeenDate))}
        </Text>
        {link.creator !== 'account' && (
          <Text size="sm" c={link.hasEnded ? 'var(--mantine-color-error)' : 'dimmed'}>
            {link.hasEnded ? words.ended : words.borrowed}
          </Text>
        )}
      </div>
      <Group gap="xs">{children}</Group>
    </Group>
  )
}

function Make({ isPending, onMake }: { isPending: boolean; onMake: (language: Language) => void }) {
  const { text, language: mine } = useLanguage()
  const words = text.guests
  const [language, setLanguage] = useState<Language>(mine)
  return (
    <Group align="flex-end">
      <NativeSelect
        label={words.language}
        value={language}
        data={LANGUAGES.map((value) => ({ value, label: words.languages[value] }))}
        onChange={(event) => setLanguage(event.currentTarget.value as Language)}
      />
      <Button loading={isPending} onClick={() => onMake(language)}>
        {words.make}
      </Button>
    </Group>
  )
}
