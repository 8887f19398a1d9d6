import { useLanguage } from '../../kit/language/language.tsx'
import { Page } from '../../kit/layout/page.tsx'

export function SandboxPage() {
  const { text } = useLanguage()
  return <Page title={text.sandbox.title}>{null}</Page>
}
