import { fileRequests as de } from './de/file-requests.ts'
import { fileRequests as en } from './en/file-requests.ts'
import { locale } from './words.ts'

/** They come with the dialog, not with the first view. */
export const requestWords = (): typeof en => (locale.startsWith('de') ? de : en)
