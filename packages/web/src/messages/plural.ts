/** Picks the form that a language has for a number: `one` and `other` are all that English and German know. */
export const pluralOf =
  (language: string) =>
  (count: number, one: string, other: string): string => {
    const form = new Intl.PluralRules(language).select(count) === 'one' ? one : other
    return form.replace('#', new Intl.NumberFormat(language).format(count))
  }
