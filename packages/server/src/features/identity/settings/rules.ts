import type { Changes, WebSettings } from '@latchwork/contract'

/** What is kept of one account at most (4.20), in bytes of JSON. */
const MAX_BYTES = 64 * 1024

const LABEL = '[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?'
const ANNOTATION_KEY = new RegExp(`^${LABEL}(\\.${LABEL})*/[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$`)

/** Changes laid over what is stored: annotations merge key by key and null takes one away, lists are replaced (D11, D12). */
export function merge(stored: WebSettings, changes: Changes<WebSettings>): WebSettings {
  const { annotations, ...rest } = changes
  const settings = { ...stored, ...withoutNull(rest) }
  if (annotations == null) return settings
  return { ...settings, annotations: withoutNull({ ...stored.annotations, ...annotations }) }
}

const withoutNull = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null))

/** What is wrong with settings that no schema can say, as path and rule; undefined when nothing is. */
export function problemOf(settings: WebSettings): { path: string; message: string } | undefined {
  const key = Object.keys(settings.annotations ?? {}).find((name) => !isAnnotationKey(name))
  if (key !== undefined)
    return { path: `web.annotations.${key}`, message: 'needs a key such as example.com/name' }
  if (Buffer.byteLength(JSON.stringify(settings)) <= MAX_BYTES) return undefined
  return { path: 'web', message: `must not take more than ${MAX_BYTES} bytes` }
}

const isAnnotationKey = (key: string): boolean => key.length <= 317 && ANNOTATION_KEY.test(key)
