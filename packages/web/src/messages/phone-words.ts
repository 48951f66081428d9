import { phone as de } from './de/phone.ts'
import { phone as en } from './en/phone.ts'
import { type Language, locale } from './words.ts'

const WORDS: Record<Language, typeof en> = { en, de }

/** Words for the installed app and for phones, apart from the others: the first view has no use for them. */
export const phoneWords = (): typeof en => WORDS[locale.slice(0, 2).toLowerCase() as Language] ?? en
