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

type Signs = readonly (readonly [string, string])[]
const known = (among: Signs, userAgent: string | undefined): string | undefined =>
  among.find(([sign]) => userAgent?.includes(sign))?.[1]

/** The system that a browser says it runs on. */
export const systemOf = (userAgent: string | undefined): string | undefined => known(SYSTEMS, userAgent)

/** A few words of ours in place of what a browser tells of itself, for people to know it by. */
export function browserOf(userAgent: string | undefined): string | null {
  const [browser, system] = [known(BROWSERS, userAgent), systemOf(userAgent)]
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? null)
}
