import { api, type ListedPicture, MAX_PICTURES } from '@latchwork/contract'
import { Button, FileButton, Group, Image, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read, useSend } from '../../kit/data/queries.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { useComplaint } from '../../kit/states/complaint.tsx'
import { smallerPicture } from './smaller-picture.ts'

interface HousePicturesProps {
  addressId: number
  pictures: readonly ListedPicture[]
}

/** The pictures that guests see. */
export function HousePictures({ addressId, pictures }: HousePicturesProps) {
  const words = useLanguage().text.guests
  return (
    <Section title={words.pictures} lead={words.picturesLead}>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {pictures.map(({ id }, i) => (
          <OnePicture key={id} addressId={addressId} pictureId={id} number={i + 1} />
        ))}
      </SimpleGrid>
      {pictures.length < MAX_PICTURES && <Addition addressId={addressId} />}
    </Section>
  )
}

function OnePicture(props: { addressId: number; pictureId: string; number: number }) {
  const { addressId, pictureId, number } = props
  const words = useLanguage().text.guests
  const complain = useComplaint()
  const params = { addressId, pictureId }
  const { data } = useQuery({ ...read(api.house.picture, { params }), staleTime: Number.POSITIVE_INFINITY })
  const { mutate, isPending } = useSend(api.house.removePicture, {
    changes: [api.house.get],
    onError: complain,
  })
  return (
    <Stack gap="xs">
      {data && (
        <Image src={`data:${data.type};base64,${data.data}`} alt={words.picture(number)} radius="sm" />
      )}
      <Group>
        <Button
          size="xs"
          variant="default"
          loading={isPending}
          aria-label={words.removePicture(number)}
          onClick={() => mutate({ params })}
        >
          {words.remove}
        </Button>
      </Group>
    </Stack>
  )
}

function Addition({ addressId }: { addressId: number }) {
  const words = useLanguage().text.guests
  const complain = useComplaint()
  const [isTooLarge, setTooLarge] = useState(false)
  const { mutate, isPending } = useSend(api.house.addPicture, {
    changes: [api.house.get],
    onError: complain,
  })
  const add = async (file: File | null) => {
    const data = file && (await smallerPicture(file).catch(() => undefined))
    setTooLarge(file !== null && !data)
    if (data) mutate({ params: { addressId }, body: { data } })
  }
  return (
    <Group>
      <FileButton accept="image/png,image/jpeg,image/webp" onChange={(file) => void add(file)}>
        {(button) => (
          <Button {...button} variant="default" loading={isPending}>
            {words.add}
          </Button>
        )}
      </FileButton>
      {isTooLarge && (
        <Text size="sm" role="alert" c="var(--mantine-color-error)">
          {words.pictureTooLarge}
        </Text>
      )}
    </Group>
  )
}
