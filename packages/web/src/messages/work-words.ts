import { work as de } from './de/work.ts'
import { work as en } from './en/work.ts'
import { type Language, locale } from './words.ts'

const WORDS: Record<Language, typeof en> = { en, de }

/** Words of what takes long, apart from the others: the first view has no use for them. */
export const workWords = (): typeof en => WORDS[locale.slice(0, 2).toLowerCase() as Language] ?? en
