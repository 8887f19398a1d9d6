import { readFileSync } from 'node:fs'

/** What the files of deploy/container say, so that what is tried is what is shipped. */

const containerfile = readFileSync('deploy/container/Containerfile', 'utf8')

/** An instruction with its continued lines; comments between them are no part of it. */
function instruction(name: string): string {
  const lines = containerfile.split('\n').filter((line) => !line.trimStart().startsWith('#'))
  const from = lines.findIndex((line) => line.startsWith(`${name} `))
  const to = lines.findIndex((line, at) => at >= from && !line.endsWith('\\'))
  const text = lines.slice(from, to + 1).map((line) => line.replace(/\\$/, ''))
  return text
    .join(' ')
    .slice(name.length + 1)
    .trim()
}

/** Of Debian, by the tag of the base image. */
export const suite = (): string => /debian:(\w+)-slim$/.exec(instruction('FROM'))?.[1] ?? ''

/** The command that fills the image; it finds `dist` at `/dist`. */
export const filling = (): string => instruction('RUN').replace(/^(--\S+\s+)+/, '')

export const user = (): string => instruction('USER')

export const environment = (): string[] => instruction('ENV').split(/\s+/)

export const started = (): string[] => [
  ...(JSON.parse(instruction('ENTRYPOINT')) as string[]),
  ...(JSON.parse(instruction('CMD')) as string[]),
]

export const healthCheck = (): string[] =>
  JSON.parse(instruction('HEALTHCHECK').replace(/^.*?CMD /, '')) as string[]

/** What compose.yaml sets for the service. */
export function composed(): string[] {
  const text = readFileSync('deploy/container/compose.yaml', 'utf8')
  const set = [...text.matchAll(/^ {6}(LATCHWORK_\w+): (.+)$/gm)]
  return set.map(([, name, value = '']) => `${name}=${value.replace(/^\$\{.*\}$/, '')}`)
}
