import { numberFormat, pluralRules } from './formatters.ts'

/** Picks the form that a language has for a number: `one` and `other` are all that English and German know. */
export const pluralOf =
  (language: string) =>
  (count: number, one: string, other: string): string => {
    const form = pluralRules(language).select(count) === 'one' ? one : other
    return form.replace('#', numberFormat(language).format(count))
  }
