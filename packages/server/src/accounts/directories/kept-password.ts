import type { DirectorySettings } from '../../platform/ldap/settings.ts'

/** What decides who hears the password that is kept. */
const PLACE = ['host', 'port', 'ssl', 'startTls', 'caCertificate'] as const

/** Elsewhere, anyone who may change the settings could have the password sent to a server of their own. */
export const isSamePlace = (
  one: Pick<DirectorySettings, (typeof PLACE)[number]>,
  other: Pick<DirectorySettings, (typeof PLACE)[number]>,
): boolean => PLACE.every((name) => one[name] === other[name])
