import { safety as de } from './de/safety.ts'
import { safety as en } from './en/safety.ts'
import { type Language, locale } from './words.ts'

const WORDS: Record<Language, typeof en> = { en, de }

/** Words of the page that says how safe an item is, apart from the others: the first view has no use for them. */
export const safetyWords = (): typeof en => WORDS[locale.slice(0, 2).toLowerCase() as Language] ?? en
