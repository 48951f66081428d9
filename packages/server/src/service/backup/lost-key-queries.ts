import type { OrganizationId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { Tx } from '../../platform/db/database.ts'
import { keysOf } from '../../platform/db/keys.ts'
import { CHAIN_START, chainHash } from '../../records/activity/chain.ts'
import { type ActivityRow, listChainEnds, listInChain } from '../../records/activity/queries.ts'
import { sealedHash } from '../../records/link-hashes.ts'

const AT_ONCE = 500

/** What went with a key, as counts of rows. */
export interface Lost {
  authenticators: number
  directories: number
  links: number
  jobs: number
}

export async function replaceMasterKeys(
  tx: Tx,
  keys: readonly { version: number; check_value: Buffer }[],
  at: Instant,
): Promise<void> {
  await tx.deleteFrom('master_key').execute()
  for (const key of keys)
    await tx
      .insertInto('master_key')
      .values({ ...key, made_at: at, resealed_at: at })
      .execute()
}

/** Puts something new in the place of everything that is sealed; what nothing can take the place of goes. */
export async function replaceSealed(tx: Tx, newHash: () => string): Promise<Lost> {
  await tx.deleteFrom('installation').execute()
  await tx.deleteFrom('sent_code').execute()
  const { numDeletedRows: jobs } = await tx.deleteFrom('job').executeTakeFirst()
  // Not to none: anyone who has only the password must not get in by a restore.
  const { numUpdatedRows: authenticators } = await tx
    .updateTable('person')
    .set({ two_step_mode: 'email' })
    .where('two_step_mode', '=', 'authenticator')
    .executeTakeFirst()
  await tx
    .updateTable('person')
    .set({ totp_secret: null, totp_step: null, two_step_pending: null, backup_key_hash: null })
    .execute()
  const directories = await tx.selectFrom('auth_source').select('id').execute()
  for (const { id } of directories)
    await tx
      .updateTable('auth_source')
      .set({ password: keysOf(tx).seal('auth_source.password', id, '') })
      .where('id', '=', id)
      .execute()
  // Nothing can be signed any more: who gives the address again gets a new secret.
  await tx
    .updateTable('alert_rule')
    .set({ webhook_url: null, webhook_secret: null, webhook_failed_at: null })
    .execute()
  await tx
    .updateTable('alert_delivery')
    .set({ state: 'failed', payload: null, next_at: null })
    .where('state', '=', 'waiting')
    .execute()
  const links =
    (await renewHashes(tx, 'share_link', newHash)) + (await renewHashes(tx, 'share_subscriber', newHash))
  return {
    authenticators: Number(authenticators),
    directories: directories.length,
    links,
    jobs: Number(jobs),
  }
}

async function renewHashes(
  tx: Tx,
  table: 'share_link' | 'share_subscriber',
  newHash: () => string,
): Promise<number> {
  const rows = await tx.selectFrom(table).select('id').execute()
  for (const { id } of rows)
    await tx
      .updateTable(table)
      .set(sealedHash(tx, table, id, newHash()))
      .where('id', '=', id as never)
      .execute()
  return rows.length
}

/** Binds the records to each other again: that they are the ones that were made, nobody can tell any more. */
export async function chainAnew(tx: Tx): Promise<void> {
  for (let after: OrganizationId | 0 = 0; ; ) {
    const ends: Awaited<ReturnType<typeof listChainEnds>> = await listChainEnds(tx, after, AT_ONCE)
    for (const { organization_id, seq } of ends) await chainOf(tx, organization_id, seq)
    const last = ends.at(-1)
    if (!last) return
    after = last.organization_id
  }
}

async function chainOf(tx: Tx, id: OrganizationId, last: number): Promise<void> {
  const key = keysOf(tx).derived('activity')
  let hash: Buffer = CHAIN_START
  let page: ActivityRow[] = []
  do {
    page = await listInChain(tx, id, { after: page.at(-1), last, limit: AT_ONCE })
    for (const record of page) {
      hash = chainHash(key, hash, record)
      await tx.updateTable('activity').set({ hash }).where('id', '=', record.id).execute()
    }
  } while (page.length === AT_ONCE)
  await tx.updateTable('activity_chain').set({ hash }).where('organization_id', '=', id).execute()
}
