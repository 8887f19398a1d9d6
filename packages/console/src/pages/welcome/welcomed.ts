const STORED_AS = 'latchwork.welcomed'

/** Has this browser seen the welcome page to its end? */
export const isWelcomed = (): boolean => localStorage.getItem(STORED_AS) !== null

export const rememberWelcome = (): void => localStorage.setItem(STORED_AS, 'yes')
