import type { Letters } from '../letters/mail-data.ts'
import { accountLetters } from './account-letters.ts'
import { agent } from './agent.ts'
import { alertLetters } from './alert-letters.ts'
import { fileRequest, requestLetters } from './file-requests.ts'
import { exported, general, handedOver, mailFrame, problem, stop } from './general.ts'
import { linkPreview } from './link-preview.ts'
import { adding, deletion, filePreview, linkProblems, links, refusals } from './links.ts'
import { serviceLetters } from './service-letters.ts'
import { sharingLetters } from './sharing-letters.ts'
import { code, consent, duties, password, signIn, verify } from './sign-in.ts'
import { columns } from './tables.ts'
import { upload } from './upload.ts'

const letters: Letters = {
  ...accountLetters,
  ...sharingLetters,
  ...requestLetters,
  ...serviceLetters,
  ...alertLetters,
}

export const en = {
  general,
  problem,
  stop,
  handedOver,
  exported,
  signIn,
  code,
  password,
  verify,
  consent,
  duties,
  links,
  linkPreview,
  filePreview,
  deletion,
  adding,
  fileRequest,
  linkProblems,
  refusals,
  upload,
  columns,
  agent,
  mailFrame,
  letters,
}

/** Every word of pages and mails. What is missing in a language does not compile. */
export type Messages = typeof en
