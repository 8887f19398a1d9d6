import { SmartlockConfigChange } from '@latchwork/contract'
import { Button, NumberInput, Select, Switch } from '@mantine/core'
import { type ComponentType, useState } from 'react'
import { Choices } from '../../kit/forms/choices.tsx'
import { ConfirmButton } from '../../kit/forms/confirm-button.tsx'
import { DialogButton } from '../../kit/forms/dialog-button.tsx'
import { FilterChoice } from '../../kit/forms/filter-choice.tsx'
import { NameForm } from '../../kit/forms/name-form.tsx'
import { NewPasswordInput } from '../../kit/forms/new-password-input.tsx'
import { SchemaForm } from '../../kit/forms/schema-form.tsx'
import { SearchField } from '../../kit/forms/search-field.tsx'
import { TimeZoneChoice } from '../../kit/forms/time-zone-choice.tsx'
import { useLanguage } from '../../kit/language/language.tsx'

const nothing = () => undefined
const CONFIG = { name: 'Door', ledEnabled: true, ledBrightness: 3, timezoneOffset: 60 }

function SampleForm() {
  const { text } = useLanguage()
  return (
    <SchemaForm
      schema={SmartlockConfigChange}
      values={CONFIG}
      words={text.settings.config}
      onSave={() => Promise.resolve()}
      isPending={false}
      isGrouped
    />
  )
}

function SampleSearch() {
  const [words, setWords] = useState('')
  return <SearchField label="SearchField" value={words} onChange={setWords} />
}

function SampleChoices() {
  const [value, setValue] = useState<('a' | 'b')[]>(['a'])
  return (
    <Choices
      label="Choices"
      options={['a', 'b']}
      words={{ a: 'Ada', b: 'Grace' }}
      value={value}
      onChange={setValue}
    />
  )
}

export const FORM_SAMPLES: Record<string, ComponentType> = {
  Button: () =>
    (['filled', 'light', 'default', 'subtle'] as const).map((variant) => (
      <Button key={variant} variant={variant}>
        {variant}
      </Button>
    )),
  'Select, NumberInput, Switch': () => (
    <>
      <Select label="Select" data={['a', 'b']} defaultValue="a" />
      <NumberInput label="NumberInput" defaultValue={3} error="error" />
      <Switch label="Switch" defaultChecked />
    </>
  ),
  SearchField: SampleSearch,
  Choices: SampleChoices,
  FilterChoice: () => (
    <FilterChoice label="FilterChoice" any="–" choices={[[1, 'Ada']]} value={1} onChange={nothing} />
  ),
  SchemaForm: SampleForm,
  NameForm: () => (
    <NameForm label="NameForm" submitLabel="OK" isPending={false} error={null} onSubmit={nothing} />
  ),
  NewPasswordInput: () => <NewPasswordInput label="NewPasswordInput" value="" onChange={nothing} />,
  TimeZoneChoice: () => (
    <TimeZoneChoice label="TimeZoneChoice" none="–" value="Europe/Vienna" onChange={nothing} />
  ),
  DialogButton: () => <DialogButton label="DialogButton">{() => '…'}</DialogButton>,
  ConfirmButton: () => (
    <ConfirmButton
      label="ConfirmButton"
      title="ConfirmButton"
      detail="…"
      isPending={false}
      onConfirm={nothing}
    />
  ),
}
