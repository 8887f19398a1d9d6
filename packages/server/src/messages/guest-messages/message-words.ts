import type { MessageKind } from '@latchwork/contract'

/** What guests are told where nobody has written anything else. Placeholders are those of templates (D179). */
export interface MessageWords {
  mail: { readonly [K in MessageKind]: { subject: string; text: string } }
  /** Short: a gateway may send it as SMS. */
  gateway: { readonly [K in MessageKind]: string }
  /** In the place of a code that no lock has proven yet. */
  codeLater: string
  /** In the place of one that this reader does not get from us (D181). */
  codeFromHost: string
}
