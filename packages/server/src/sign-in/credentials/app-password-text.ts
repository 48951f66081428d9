import { hash } from 'node:crypto'

/** What every app password begins with, and no password of an account is tried with. */
export const APP_PASSWORD_START = 'hfap-'

// Crockford's 32: without i, l and o, which look like digits, and without u. Five bits each.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const LENGTH = 32
const GROUP = 4

/** 160 random bits, in groups that people can type. */
export function makeAppPassword(random: (bytes: number) => Buffer): string {
  const signs = [...random(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length])
  return APP_PASSWORD_START + (signs.join('').match(new RegExp(`.{${GROUP}}`, 'g')) ?? []).join('-')
}

/** Phones like to begin with a capital. */
export const isAppPassword = (text: string): boolean =>
  text.trimStart().toLowerCase().startsWith(APP_PASSWORD_START)

/** By what it is found, however its groups were typed; undefined for what cannot be one. */
export function hashAppPassword(text: string): Buffer | undefined {
  const signs = text.trim().toLowerCase().slice(APP_PASSWORD_START.length).replace(/[-\s]/g, '')
  const isOne = signs.length === LENGTH && [...signs].every((sign) => ALPHABET.includes(sign))
  return isOne ? hash('sha256', APP_PASSWORD_START + signs, 'buffer') : undefined
}
