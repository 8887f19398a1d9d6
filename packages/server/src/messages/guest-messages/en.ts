import type { MessageWords } from './message-words.ts'

const DETAILS = `Arrival: {arrival}
Departure: {departure}
Your code for the door: {code}
Wi-Fi: {wifi}

Everything about your stay is on your own page: {link}`

export const messageWords: MessageWords = {
  mail: {
    arrival: {
      subject: 'Your stay at {address}',
      text: `Hello {firstName},

you are expected at {address}.

${DETAILS}

Have a good journey!`,
    },
    changed: {
      subject: 'News about your stay at {address}',
      text: `Hello {firstName},

something about your stay at {address} has changed. Please use these details from now on:

${DETAILS}`,
    },
  },
  gateway: {
    arrival: '{address}: {arrival} – {departure}\nCode: {code}\n{link}',
    changed: '{address}, new: {arrival} – {departure}\nCode: {code}\n{link}',
  },
  codeLater: 'not ready yet, it comes with another message',
  codeFromHost: 'from your host',
}
