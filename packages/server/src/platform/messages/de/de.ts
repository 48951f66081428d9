import type { Messages } from '../en/en.ts'
import { accountLetters } from './account-letters.ts'
import { agent } from './agent.ts'
import { front, general, mailFrame, problem, stop } from './general.ts'
import { adding, deletion, filePreview, linkProblems, links, refusals } from './links.ts'
import { serviceLetters } from './service-letters.ts'
import { sharingLetters } from './sharing-letters.ts'
import { code, consent, duties, password, signIn, verify } from './sign-in.ts'
import { upload } from './upload.ts'

export const de: Messages = {
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
  letters: { ...accountLetters, ...sharingLetters, ...serviceLetters },
}
