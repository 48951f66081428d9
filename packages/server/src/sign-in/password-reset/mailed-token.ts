import type { PersonId } from '@holdfast/api/ids'
import { type Instant, MINUTE_MS } from '@holdfast/api/time'
import { fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { findLastReset, findReset, insertReset, useReset } from '../../records/credentials.ts'
import { findPerson, type PersonRow } from '../../records/people.ts'
import { hashToken } from '../oauth/tokens.ts'

/** How long it counts, and whether it is wanted by someone who has forgotten a password or has none yet. */
export interface TokenTerms {
  kind: 'reset' | 'invitation'
  lifeMs: number
}

/** Lets a token count that is mailed now: whoever brings it reads the mails of this account. Its hash alone is kept. */
export async function keepMailedToken(
  tx: Tx,
  person: PersonRow,
  token: string,
  { kind, lifeMs }: TokenTerms,
  at: Instant,
): Promise<void> {
  const hash = hashToken(token)
  await insertReset(tx, { hash, person_id: person.id, kind, sent_at: at, expires_at: at + lifeMs })
}

/** Asking again sooner than after this sends nothing: a mailbox is not to be flooded by a stranger. */
const RESEND_MS = MINUTE_MS

export async function wasMailedJustNow(db: Db, personId: PersonId, now: Instant): Promise<boolean> {
  const last = await findLastReset(db, personId)
  return last !== undefined && now - last.sent_at < RESEND_MS
}

/** Whose token it is; undefined when it is too old, used or made up. Looking uses nothing up: mail scanners do so too. */
export async function findAccountByToken(ctx: Ctx, token: string): Promise<PersonRow | undefined> {
  if (token === '') return undefined
  const personId = await findReset(ctx.db.read, hashToken(token), ctx.now())
  const person = personId && (await findPerson(ctx.db.read, personId))
  return person?.active ? person : undefined
}

/** Uses a token up, for whatever it is brought for. */
export async function takeMailedToken(tx: Tx, token: string, at: Instant): Promise<PersonRow> {
  const personId = await useReset(tx, hashToken(token), at)
  const person = personId && (await findPerson(tx, personId))
  return person?.active ? person : expiredToken()
}

export const expiredToken = (): never =>
  fail('password_reset_token_expired', 'The link has expired or was used before.')
