import type { PersonId } from '@holdfast/api/ids'
import { DAY_MS, type Instant, MINUTE_MS } from '@holdfast/api/time'
import { fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import {
  findMailedToken,
  insertMailedToken,
  listMailed,
  type TokenKind,
  useMailedToken,
} from '../../records/credentials.ts'
import { findPerson, type PersonRow } from '../../records/people.ts'
import { proveAddress } from '../../records/proof.ts'
import { hashToken } from '../oauth/tokens.ts'

/** How long it counts, and what it is wanted for: a forgotten password, the first one, or the address alone. */
export interface TokenTerms {
  kind: TokenKind
  lifeMs: number
}

/** Those by which a password can be set. */
const FOR_PASSWORDS: readonly TokenKind[] = ['reset', 'invitation']

/** Lets a token count that is mailed now: anyone who brings it reads the mails of this account. Its hash alone is kept. */
export async function keepMailedToken(
  tx: Tx,
  person: PersonRow,
  token: string,
  { kind, lifeMs }: TokenTerms,
  at: Instant,
): Promise<void> {
  const hash = hashToken(token)
  await insertMailedToken(tx, { hash, person_id: person.id, kind, sent_at: at, expires_at: at + lifeMs })
}

/** Asking again sooner than after this sends nothing: a mailbox is not to be flooded by a stranger. */
const RESEND_MS = MINUTE_MS
/** As many mails that ask to confirm an address go out in a day. */
const VERIFY_A_DAY = 5

export async function wasMailedJustNow(db: Db, personId: PersonId, now: Instant): Promise<boolean> {
  const [last] = await listMailed(db, personId)
  return last !== undefined && now - last.sent_at < RESEND_MS
}

export async function wasMailedOften(db: Db, personId: PersonId, now: Instant): Promise<boolean> {
  const mails = await listMailed(db, personId)
  const verifying = mails.filter(({ kind, sent_at }) => kind === 'verify' && now - sent_at < DAY_MS)
  return verifying.length >= VERIFY_A_DAY
}

/** Whose token it is; undefined when it is too old, used or made up. Looking uses nothing up: mail scanners do so too. */
export async function findAccountByToken(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  token: string,
): Promise<PersonRow | undefined> {
  return findAccountOf(db.read, token, FOR_PASSWORDS, now())
}

async function findAccountOf(
  db: Db,
  token: string,
  kinds: readonly TokenKind[],
  now: Instant,
): Promise<PersonRow | undefined> {
  if (token === '') return undefined
  const personId = await findMailedToken(db, hashToken(token), kinds, now)
  const person = personId && (await findPerson(db, personId))
  return person?.active ? person : undefined
}

/** Uses a token up, for whatever it is brought for. Who has it reads the mails of the account. */
export async function takeMailedToken(
  tx: Tx,
  token: string,
  at: Instant,
  kinds: readonly TokenKind[] = FOR_PASSWORDS,
): Promise<PersonRow> {
  const person = (await findAccountOf(tx, token, kinds, at)) ?? expiredToken()
  if (!(await useMailedToken(tx, hashToken(token)))) expiredToken()
  await proveAddress(tx, person.id, at)
  return person
}

export const expiredToken = (): never =>
  fail('password_reset_token_expired', 'The link has expired or was already used. Request a new one.')
