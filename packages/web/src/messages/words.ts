import { en, type Messages } from './en/en.ts'

/** The words of the language that was chosen when the app started. */
export let t: Messages = en
export let locale = 'en'

export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const
export type Language = keyof typeof LANGUAGES

export async function speak(wanted: readonly string[]): Promise<void> {
  const language = wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag in LANGUAGES) ?? 'en'
  if (language === 'de') t = (await import('./de/de.ts')).de
  locale = wanted.find((tag) => tag.toLowerCase().startsWith(language)) ?? language
  document.documentElement.lang = language
}
