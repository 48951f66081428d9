import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Instant } from '@holdfast/api/time'

const STEP_MS = 30_000
const DIGITS = 6
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648, base 32 without padding: how authenticators take their keys. */
export function toBase32(bytes: Buffer): string {
  let text = ''
  let bits = 0
  let value = 0
  for (const byte of bytes) {
    value = (value << 8) | byte
    for (bits += 8; bits >= 5; bits -= 5) text += ALPHABET[(value >>> (bits - 5)) & 31]
  }
  return bits > 0 ? text + ALPHABET[(value << (5 - bits)) & 31] : text
}

/** For what `toBase32` made. */
export function fromBase32(text: string): Buffer {
  const bytes: number[] = []
  let bits = 0
  let value = 0
  for (const letter of text) {
    value = ((value << 5) | ALPHABET.indexOf(letter)) & 0xffff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((value >>> bits) & 0xff)
  }
  return Buffer.from(bytes)
}

/** RFC 4226 with the RFC 6238 counter. */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (mac[19] ?? 0) & 15
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS
  return String(number).padStart(DIGITS, '0')
}

export const totpStep = (now: Instant): number => Math.floor(now / STEP_MS)

/** The time step a code belongs to, one step of clock difference either way allowed; undefined for a wrong code. */
export function matchingStep(secret: string, code: string, now: Instant): number | undefined {
  const given = Buffer.from(code)
  const current = totpStep(now)
  const steps = [current, current - 1, current + 1].filter((step) => {
    const right = Buffer.from(totpCode(secret, step))
    return right.length === given.length && timingSafeEqual(right, given)
  })
  return steps[0]
}

/** What authenticator apps read as a QR code. */
export function provisioningUri(secret: string, account: string, issuer: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  // Not as a form would encode it: apps show a plus sign for what it is.
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
}
