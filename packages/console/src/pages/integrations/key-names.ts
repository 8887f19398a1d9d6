import type { ApiKey } from '@latchwork/contract'
import type { Messages } from '../../kit/language/languages.ts'

/** What people call the key; one without description by its number. */
export const nameOfKey = (key: ApiKey, text: Messages): string =>
  key.description || text.integrations.keys.unnamed(key.apiKeyId)
