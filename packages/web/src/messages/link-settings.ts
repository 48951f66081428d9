import { linkSettings as de } from './de/link-settings.ts'
import { linkSettings as en } from './en/link-settings.ts'
import { locale } from './words.ts'

/** Both languages are small enough to be loaded together, and neither is needed for the first rows. */
export const settingWords = (): typeof en => (locale.startsWith('de') ? de : en)
