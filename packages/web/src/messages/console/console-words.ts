import { type Language, locale } from '../words.ts'
import { frame as deFrame } from './de/frame.ts'
import { people as dePeople } from './de/people.ts'
import { table as deTable } from './de/table.ts'
import { frame } from './en/frame.ts'
import { people } from './en/people.ts'
import { table } from './en/table.ts'

const en = { frame, table, people }
const WORDS: Record<Language, typeof en> = { en, de: { frame: deFrame, table: deTable, people: dePeople } }

/** The words of the console, which only its visitors load. */
export const consoleWords = (): typeof en => WORDS[locale.slice(0, 2).toLowerCase() as Language] ?? en
