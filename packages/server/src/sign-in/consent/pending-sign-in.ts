import { createHmac, timingSafeEqual } from 'node:crypto'
import type { PersonId } from '@holdfast/api/ids'
import type { Ctx } from '../../platform/context.ts'
import { findPerson, type PersonRow } from '../../records/people.ts'

/** As long as a code that was mailed. */
const LIFE_MS = 10 * 60 * 1000

/**
 * Says that the password was right and the code is still to come. The code form carries it, so that nobody is asked
 * for the password twice and no server has to remember anything: it names the person and an end, and is signed with
 * a key that all servers derive from the master key. It counts in the browser whose `form` cookie it was made for
 * only, until the password or the way of two-step changes. Nothing in it is secret, so it needs no encryption.
 */
export function makePending(ctx: Ctx, person: PersonRow, browser: string): string {
  const until = ctx.now() + LIFE_MS
  return `${person.id}.${until}.${sign(ctx, person, until, browser)}`
}

/** Whose password was given, or undefined for what is too old, of another browser or made up. */
export async function openPending(
  ctx: Ctx,
  pending: string,
  browser: string,
): Promise<PersonRow | undefined> {
  const [, id, until, given] = /^(\d{1,15})\.(\d{1,15})\.([\w-]{43})$/.exec(pending) ?? []
  if (id === undefined || given === undefined || Number(until) <= ctx.now()) return undefined
  const person = await findPerson(ctx.db.read, Number(id) as PersonId)
  if (!person?.active || person.two_step_mode === null) return undefined
  const right = sign(ctx, person, Number(until), browser)
  return timingSafeEqual(Buffer.from(given), Buffer.from(right)) ? person : undefined
}

function sign(ctx: Ctx, person: PersonRow, until: number, browser: string): string {
  const facts = [person.id, until, browser, person.two_step_mode, person.password_hash]
  return createHmac('sha256', ctx.db.keys.derived('form')).update(JSON.stringify(facts)).digest('base64url')
}
