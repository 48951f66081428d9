import { begin as de } from './de/begin.ts'
import { begin as en } from './en/begin.ts'
import { type Language, locale } from './words.ts'

const WORDS: Record<Language, typeof en> = { en, de }

/** Words for what people begin with, apart from the others: the first view has no use for them. */
export const beginWords = (): typeof en => WORDS[locale.slice(0, 2).toLowerCase() as Language] ?? en
