import { Button, Group, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useLanguage } from '../../kit/language/language.tsx'
import { Page } from '../../kit/layout/page.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { DOOR_SAMPLES } from './door-samples.tsx'
import { FORM_SAMPLES } from './form-samples.tsx'
import { LAYOUT_SAMPLES } from './layout-samples.tsx'

/** Every component once, by the name it has in the code; both looks are one press away. */
export function ComponentsPage() {
  const { text } = useLanguage()
  return (
    <Page title={text.components.title} lead={text.components.lead} actions={<LookButton />}>
      {Object.entries({ ...DOOR_SAMPLES, ...LAYOUT_SAMPLES, ...FORM_SAMPLES }).map(([name, Sample]) => (
        <Section key={name} title={name}>
          <Group gap="md" align="flex-start" wrap="wrap">
            <Sample />
          </Group>
        </Section>
      ))}
    </Page>
  )
}

function LookButton() {
  const { text } = useLanguage()
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light') === 'dark'
  return (
    <Button variant="default" onClick={() => setColorScheme(isDark ? 'light' : 'dark')}>
      {isDark ? text.kit.lightLook : text.kit.darkLook}
    </Button>
  )
}
