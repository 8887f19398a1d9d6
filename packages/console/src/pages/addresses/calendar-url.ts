/**
 * The address of a calendar as the service wants it, if the text is one. Platforms hand out `webcal` addresses, which are
 * https ones that open a calendar program. Plain http is for the service to judge: it may be allowed on the own machine.
 */
export function calendarUrl(text: string): string | undefined {
  const url = URL.parse(text.trim().replace(/^webcals?:/i, 'https:'))
  return url && /^https?:$/.test(url.protocol) && url.hostname !== '' ? url.href : undefined
}
