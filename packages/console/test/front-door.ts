import type { Page } from 'playwright-core'

/** The id of the front door in the first building of a sandbox. */
export const FRONT_DOOR = 17912989040

/** Types a code on the keypad of the door that the sandbox page shows. */
export async function typeOnKeypad({ page }: { page: Page }, code: string): Promise<void> {
  const keypad = page.getByRole('group', { name: 'Keypad' })
  for (const digit of code) await keypad.getByRole('button', { name: digit, exact: true }).click()
  await keypad.getByRole('button', { name: 'Enter' }).click()
}
