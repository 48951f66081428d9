import type { Letters } from '../letters/mail-data.ts'
import { accountLetters } from './account-letters.ts'
import { agent } from './agent.ts'
import { front, general, mailFrame, problem, stop } from './general.ts'
import { adding, deletion, filePreview, linkProblems, links, refusals } from './links.ts'
import { serviceLetters } from './service-letters.ts'
import { sharingLetters } from './sharing-letters.ts'
import { code, consent, duties, password, signIn, verify } from './sign-in.ts'
import { upload } from './upload.ts'

const letters: Letters = { ...accountLetters, ...sharingLetters, ...serviceLetters }

export const en = {
  general,
  front,
  problem,
  stop,
  signIn,
  code,
  password,
  verify,
  consent,
  duties,
  links,
  filePreview,
  deletion,
  adding,
  linkProblems,
  refusals,
  upload,
  agent,
  mailFrame,
  letters,
}

/** Every word of pages and mails. What is missing in a language does not compile. */
export type Messages = typeof en
