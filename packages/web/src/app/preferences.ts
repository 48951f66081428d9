/** What this browser remembers about how the app looks; nothing about anybody's files. */
export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const read = (key: string): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
const write = (key: string, value: string): void => {
  try {
    localStorage.setItem(key, value)
  } catch {}
}

export const themeChosen = (): Theme => THEMES.find((theme) => theme === read('theme')) ?? 'system'

export function chooseTheme(theme: Theme): void {
  write('theme', theme)
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

export const languageChosen = (): string => read('language') ?? document.documentElement.lang
export const languagesWanted = (): string[] => [read('language') ?? [], ...navigator.languages].flat()

/** All words are made when the app starts. */
export function chooseLanguage(language: string): void {
  write('language', language)
  location.reload()
}
