const WRITES =
  'input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, select, [contenteditable]:not([contenteditable=false]), [role=combobox], [role=textbox], [role=menu], [role=listbox]'

/** What is typed there belongs there, and is no key for the page. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(WRITES) !== null

/** Keys with Ctrl, Alt or Meta are the browser's; while text is composed a key is only a part of a letter. */
export const isPlainKey = (event: {
  ctrlKey: boolean
  altKey: boolean
  metaKey: boolean
  isComposing?: boolean
}): boolean => !(event.ctrlKey || event.altKey || event.metaKey || event.isComposing)

const STORED_AS = 'latchwork.keys'

/** Who dictates, or whose keys are pressed by chance, can do without single keys. */
export const areKeysOn = (): boolean => localStorage.getItem(STORED_AS) !== 'off'
export const turnKeys = (isOn: boolean): void =>
  isOn ? localStorage.removeItem(STORED_AS) : localStorage.setItem(STORED_AS, 'off')
