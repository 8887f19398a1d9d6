/** Before 8 and 11, articles lose their vowel: dal 7, dall’8. Moments begin with the day of the month. */
const before = (article: string, elided: string) => (moment: string) =>
  /^(8|11)(?!\d)/.test(moment) ? `${elided}${moment}` : `${article} ${moment}`

export const on = before('il', 'l’')
export const from = before('dal', 'dall’')
export const until = before('al', 'all’')
