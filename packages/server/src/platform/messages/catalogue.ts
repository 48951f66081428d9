import { de } from './de/de.ts'
import { en, type Messages } from './en/en.ts'

/** A language is its folder, and a line here. */
const CATALOGUES = { en, de } satisfies Record<string, Messages>

export type Language = keyof typeof CATALOGUES
export const LANGUAGES = Object.keys(CATALOGUES) as Language[]

/** For those of whom nobody knows what they speak. */
export const DEFAULT_LANGUAGE: Language = 'en'

export const wordsIn = (language: Language): Messages => CATALOGUES[language]

/** Of `de`, `de_AT` and `de-AT`, the language; undefined for one that there are no words in. */
export function languageIn(tag: string): Language | undefined {
  const [name = ''] = /^[a-z]+/i.exec(tag.trim()) ?? []
  return LANGUAGES.find((language) => language === name.toLowerCase())
}

/** A browser sends a few; nobody needs to read thousands. */
const MOST_TAGS = 50

/** The first language of an Accept-Language header, by its weights, that there are words in (RFC 9110, 12.5.4). */
export function acceptedLanguage(header: string | undefined): Language | undefined {
  const wanted = (header ?? '')
    .split(',', MOST_TAGS)
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';')
      const weight = parameters.map((one) => /^\s*q=([\d.]+)\s*$/i.exec(one)?.[1]).find(Boolean)
      return { tag, weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(({ weight }) => weight > 0)
  // Stable: of two with the same weight, the first is wanted more.
  return wanted
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => languageIn(tag))
    .find((language) => language !== undefined)
}
