import { en } from './en.ts'
import type { Messages } from './words.ts'

export const de: Messages = en
