import { keys as de } from './de/keys.ts'
import { keys as en } from './en/keys.ts'
import { type Language, locale } from './words.ts'

const WORDS: Record<Language, typeof en> = { en, de }

/** Words of the help for keyboard shortcuts, apart from the others: the first view has no use for them. */
export const keyWords = (): typeof en => WORDS[locale.slice(0, 2).toLowerCase() as Language] ?? en
