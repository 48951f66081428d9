/** What browsers call themselves; most also claim to be those that come later. */
const BROWSERS = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const
const SYSTEMS = [
  ['Windows', 'Windows'],
  ['iPhone', 'iOS'],
  ['iPad', 'iPadOS'],
  ['Android', 'Android'],
  ['CrOS', 'ChromeOS'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const

/** A few words of ours in place of what a browser tells of itself, for people to know it by. */
export function browserOf(userAgent: string | undefined): string | null {
  const known = (among: readonly (readonly [string, string])[]) =>
    among.find(([sign]) => userAgent?.includes(sign))?.[1]
  const [browser, system] = [known(BROWSERS), known(SYSTEMS)]
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? null)
}
