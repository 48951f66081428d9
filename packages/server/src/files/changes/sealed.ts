import { createHmac, timingSafeEqual } from 'node:crypto'
import { fail } from '../../errors.ts'
import type { Epoch } from '../../platform/installation/epoch.ts'

const SIGNATURE_LENGTH = 16

/** Numbers as a text that clients keep and give back, and that nobody else can make. */
export function seal(epoch: Epoch, purpose: string, numbers: readonly number[]): string {
  const body = [epoch.id, ...numbers.map((number) => number.toString(36))].join('.')
  return `${body}.${signatureOf(epoch, purpose, body)}`
}

/** `cursor_reset` for what was sealed before a restore, `invalid_request` for what was not sealed for this at all. */
export function unseal(epoch: Epoch, purpose: string, text: string): number[] {
  const parts = /^([\w-]{11})((?:\.[0-9a-z]{1,11})+)\.([\w-]{16})$/.exec(text)
  if (!parts) return refuseForeign(purpose)
  const [, id = '', numbers = '', signature = ''] = parts
  if (id !== epoch.id) return fail('cursor_reset')
  const right = signatureOf(epoch, purpose, id + numbers)
  if (!timingSafeEqual(Buffer.from(right), Buffer.from(signature))) return refuseForeign(purpose)
  return numbers
    .slice(1)
    .split('.')
    .map((number) => Number.parseInt(number, 36))
}

const refuseForeign = (purpose: string): never =>
  fail('invalid_request', `This is no ${purpose} of an earlier answer. Give it back as it was received.`)

const signatureOf = (epoch: Epoch, purpose: string, body: string): string =>
  createHmac('sha256', epoch.key).update(`${purpose} ${body}`).digest('base64url').slice(0, SIGNATURE_LENGTH)
