import { api } from '@latchwork/contract'
import { Button, Group } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../kit/data/call.ts'
import { saveFile } from '../../kit/data/save-file.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { useComplaint } from '../../kit/states/complaint.tsx'

const FORMATS = ['csv', 'jsonl'] as const
type Format = (typeof FORMATS)[number]

/** The whole log as a file, for those who keep or search it elsewhere. */
export function AuditDownloads() {
  const words = useLanguage().text.team.audit
  const complain = useComplaint()
  const [underWay, setUnderWay] = useState<Format>()
  const download = async (format: Format) => {
    setUnderWay(format)
    try {
      const { data } = await call(api.audit.export, { query: { format } })
      saveFile(data ?? '', `audit.${format}`)
    } catch (error) {
      complain(error)
    } finally {
      setUnderWay(undefined)
    }
  }
  return (
    <Group>
      {FORMATS.map((format) => (
        <Button
          key={format}
          variant="default"
          leftSection={<IconDownload size={16} />}
          loading={underWay === format}
          onClick={() => void download(format)}
        >
          {words[format]}
        </Button>
      ))}
    </Group>
  )
}
