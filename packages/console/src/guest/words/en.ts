import type { GuestReason } from '@latchwork/contract'

/** Everything a guest reads. English decides what there is. */
export const words = {
  welcome: (name: string) => (name === '' ? 'Welcome' : `Welcome, ${name}`),
  arrival: 'Arrival',
  departure: 'Departure',
  houseTime: (zone: string) => `All times are local times at the house (${zone}).`,
  code: {
    title: 'Your code',
    type: 'Type it on the keypad at the door.',
    validFrom: (moment: string) => `It opens from ${moment} on.`,
    planned: (moment: string) => `Your code will be shown here from ${moment} on.`,
    underway: 'Your code is on its way to the doors. It will be shown here as soon as they have it.',
    none: 'There is no code for you yet. Your host will see to it.',
    ready: 'Code works',
    waiting: 'Code is not there yet',
  },
  doors: {
    title: 'Doors',
    open: (door: string) => `Hold to open: ${door}`,
    hold: 'Keep holding the button for a second.',
    again: 'Press once more to open.',
    closed: 'You can open the doors here during your stay.',
    away: 'This door is not connected at the moment. Please use your code.',
    asking: 'Asking the door …',
    sent: 'Sent to the door …',
    opened: 'The door is open.',
    failed: 'The door could not open. Please try again, or use your code.',
    silent: 'The door has not answered. Look whether it is open before you try again.',
    busy: 'The door is busy just now. Try again in a moment.',
    refused: 'The door cannot be opened from here now.',
    offline: 'That needs a connection.',
  },
  wifi: {
    title: 'Wi-Fi',
    network: 'Network',
    password: 'Password',
    qr: 'Scan with another phone to join.',
  },
  note: 'From your host',
  rules: 'House rules',
  pictures: 'Pictures',
  picture: (n: number) => `Picture ${n}`,
  help: {
    button: 'The code does not work',
    asking: 'We are looking into it …',
    told: 'Your host has been told, too.',
    failed: 'Nobody could be asked just now. Please try again, or call your host.',
    from: (moment: string) => `It works from ${moment} on.`,
    reasons: {
      allowed:
        'The code is on this door and valid now. Type it slowly and confirm it; wake the keypad first.',
      unknown_code: 'This door does not know the code.',
      disabled: 'The code is switched off.',
      not_yet_valid: 'The code is not valid yet.',
      expired: 'The code is not valid any more.',
      weekday: 'The code is not for this day of the week.',
      time_of_day: 'The code is not for this time of day.',
      not_delivered: 'The code has not reached this door yet.',
      no_code: 'There is no code for this door yet.',
    } satisfies Record<GuestReason, string>,
  },
  kept: (time: string) => `No connection. This is what we knew at ${time}.`,
  again: 'Try again',
  nothing: 'There is no connection, and nothing was read before.',
  ended: {
    title: 'This link is not valid',
    text: 'It has ended, or was taken back. Please ask your host for a new one.',
  },
  language: 'Language',
}

export type Words = typeof words
