import { ruleOf, type Setting, settings } from './settings.ts'

const isSecret = ({ schema }: Setting): boolean => schema['x-secret'] === true

/** How a default is written in the environment; undefined for settings that have none. */
function writtenDefault({ schema }: Setting): string | undefined {
  if (schema.default === undefined) return undefined
  return Array.isArray(schema.default) ? schema.default.join(',') : String(schema.default)
}

const cell = (text: string): string => text.replaceAll('|', '\\|')

function row(setting: Setting): string {
  const { name, schema } = setting
  const fallback = writtenDefault(setting)
  const shown = fallback === undefined ? schema['x-default'] : fallback === '' ? 'none' : `\`${fallback}\``
  const meaning = [
    schema.description ?? '',
    ...(isSecret(setting) ? [`Secret, also as \`${name}_FILE\``] : []),
    ...(schema['x-also'] ? [`Otherwise \`${schema['x-also']}\` counts`] : []),
  ].join('. ')
  return `| ${[`\`${name}\``, shown ?? '', ruleOf(schema), meaning].map(cell).join(' | ')} |`
}

/** The settings as a Markdown table. */
export const settingsTable = (): string =>
  ['| Setting | Default | Value | Meaning |', '|---|---|---|---|', ...settings.map(row)].join('\n')

function example(setting: Setting): string {
  const { name, schema } = setting
  const fallback = writtenDefault(setting)
  const rules = [
    `Must be ${ruleOf(schema)}.`,
    ...(fallback === undefined ? [`Without it: ${schema['x-default']}.`] : []),
    ...(isSecret(setting) ? [`Secret: ${name}_FILE may name a file that holds it.`] : []),
    ...(schema['x-also'] ? [`Where it is not set, ${schema['x-also']} counts.`] : []),
  ]
  return `# ${schema.description}.\n# ${rules.join(' ')}\n# ${name}=${fallback ?? ''}`
}

/** A file of variables in which everything is commented out, so that copying it changes nothing. */
export const envExample = (): string =>
  `${['# Printed from the settings schema by `npm run generate`. Uncomment what you change.', ...settings.map(example)].join('\n\n')}\n`
