import { type Brand, type MailLanguage, renderLetter } from './letter.ts'
import { LETTERS_DE } from './letters-de.ts'
import { LETTERS_EN } from './letters-en.ts'
import type { Letters, MailData } from './mail-data.ts'
import type { Message } from './mailer.ts'

const LETTERS: Record<MailLanguage, Letters> = { en: LETTERS_EN, de: LETTERS_DE }

/** Writes the text and HTML of one mail. Values may hold anything; none can become markup. */
export const renderMail = <K extends keyof MailData>(
  kind: K,
  to: string,
  data: MailData[K],
  brand: Brand,
  language: MailLanguage = 'en',
): Message => renderLetter(to, LETTERS[language][kind](data, brand), brand, language)
