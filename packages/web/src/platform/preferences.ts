/** What this browser remembers, mostly about how the app looks. What is about files is forgotten at sign-out. */
export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** Nothing where a browser keeps nothing. */
export const read = (key: string): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
export const write = (key: string, value: string): void => {
  try {
    localStorage.setItem(key, value)
  } catch {}
}

export const forget = (key: string): void => {
  try {
    localStorage.removeItem(key)
  } catch {}
}

const YEAR_SECONDS = 365 * 24 * 60 * 60

export const themeChosen = (): Theme =>
  THEMES.find((theme) => theme === document.documentElement.dataset.theme) ?? 'system'

/** In a cookie: so the page comes in it, and nobody who chose the dark is shown the light first. */
export function chooseTheme(theme: Theme): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in all browsers yet
  document.cookie = `holdfast_theme=${theme}; path=/; max-age=${YEAR_SECONDS}; samesite=lax; secure`
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

export const languageChosen = (): string => read('language') ?? document.documentElement.lang
export const languagesWanted = (): string[] => [read('language') ?? [], ...navigator.languages].flat()
/** All words are made when the app starts. */
export const rememberLanguage = (language: string): void => write('language', language)
