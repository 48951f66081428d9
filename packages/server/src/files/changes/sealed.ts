import { createHmac, timingSafeEqual } from 'node:crypto'
import { fail, refuse } from '../../errors.ts'
import type { Epoch } from '../../platform/installation/epoch.ts'

const SIGNATURE_LENGTH = 16

/** Numbers as a text that clients keep and give back in a parameter, and that nobody else can make. */
export function seal(epoch: Epoch, parameter: string, numbers: readonly number[]): string {
  const body = [epoch.id, ...numbers.map((number) => number.toString(36))].join('.')
  return `${body}.${signatureOf(epoch, parameter, body)}`
}

/** `cursor_reset` for what was sealed before a restore, `invalid_request` for what was not sealed for this at all. */
export function unseal(epoch: Epoch, parameter: string, text: string): number[] {
  const parts = /^([\w-]{11})((?:\.[0-9a-z]{1,11})+)\.([\w-]{16})$/.exec(text)
  if (!parts) return refuseForeign(parameter)
  const [, id = '', numbers = '', signature = ''] = parts
  if (id !== epoch.id) return fail('cursor_reset')
  const right = signatureOf(epoch, parameter, id + numbers)
  if (!timingSafeEqual(Buffer.from(right), Buffer.from(signature))) return refuseForeign(parameter)
  return numbers
    .slice(1)
    .split('.')
    .map((number) => Number.parseInt(number, 36))
}

const refuseForeign = (parameter: string): never =>
  refuse(parameter, 'unknown value; send it back exactly as received')

const signatureOf = (epoch: Epoch, parameter: string, body: string): string =>
  createHmac('sha256', epoch.key)
    .update(`${parameter} ${body}`)
    .digest('base64url')
    .slice(0, SIGNATURE_LENGTH)
