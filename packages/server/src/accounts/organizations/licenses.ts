import { createHmac, timingSafeEqual } from 'node:crypto'
import { DAY_MS, formatDate, type Instant, parseDate } from '@holdfast/api/time'
import { fail, refuse } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { installationSecret } from '../../platform/installation/secret.ts'

const SIGNED = /^HF1-(\d{4}-\d{2}-\d{2})-([\w-]{11})-([\w-]{27})$/

/** A key that carries the last day it is good for, and cannot be altered. */
export async function issueLicense(ctx: Ctx, lastDay: string): Promise<string> {
  const body = `HF1-${lastDay}-${ctx.random(8).toString('base64url')}`
  return `${body}-${sign(await licenseSecret(ctx), body)}`
}

/** Until when a key is good; null for ever. A key of our own making that was altered is refused. */
export async function licenseEnd(ctx: Ctx, key: string): Promise<Instant | null> {
  if (!key.startsWith('HF1-')) return null
  const [, day = '', , signature = ''] = SIGNED.exec(key) ?? []
  const lastDay = parseDate(day)
  const expected = sign(await licenseSecret(ctx), key.slice(0, key.length - signature.length - 1))
  if (lastDay === undefined || !equal(signature, expected)) return refuse('license_key')
  return lastDay + DAY_MS
}

/** `2027-12-31`, and not over yet. */
export function checkLastDay(text: string, now: Instant): string {
  const day = parseDate(text)
  if (day === undefined || day + DAY_MS <= now) return fail('invalid_date_format')
  return formatDate(day)
}

const licenseSecret = (ctx: Ctx): Promise<string> => installationSecret(ctx, 'license_secret')

const sign = (secret: string, body: string): string =>
  createHmac('sha256', secret).update(body).digest().subarray(0, 20).toString('base64url')

const equal = (given: string, right: string): boolean =>
  given.length === right.length && timingSafeEqual(Buffer.from(given), Buffer.from(right))
