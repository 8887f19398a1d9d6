/** "de" before a name: de Berlin, d’Amsterdam. */
export const de = (name: string): string => (/^[aeiouàâäéèêëîïôöûü]/i.test(name) ? `d’${name}` : `de ${name}`)
