import { DEFAULT_LANGUAGE, type Language, wordsIn } from '../messages/catalogue.ts'
import type { Brand, MailData } from '../messages/letters/mail-data.ts'
import { renderLetter } from './letter.ts'
import type { Message } from './mailer.ts'

/** Writes the text and HTML of one mail. Values may hold anything; none can become markup. */
export const renderMail = <K extends keyof MailData>(
  kind: K,
  to: string,
  data: MailData[K],
  brand: Brand,
  language: Language = DEFAULT_LANGUAGE,
): Message => renderLetter(to, wordsIn(language).letters[kind](data, brand), brand, language)
