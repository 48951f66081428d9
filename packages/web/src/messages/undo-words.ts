import { undo as de } from './de/undo.ts'
import { undo as en } from './en/undo.ts'
import { type Language, locale } from './words.ts'

const WORDS: Record<Language, typeof en> = { en, de }

/** Words for what people undo with, apart from the others: the first view has no use for them. */
export const undoWords = (): typeof en => WORDS[locale.slice(0, 2).toLowerCase() as Language] ?? en
