import type { MachineId, PersonId, SessionId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { Tx } from '../../platform/db/database.ts'
import type { ChangeOp } from '../../platform/db/tables/history.ts'
import { type Actor, THE_SERVICE } from '../../platform/principal.ts'
import { type EntryRow, insertChange, insertEntryVersion } from '../../records/entries.ts'

/** Appends what an entry is now to its root's log; `before` is kept as history. */
export async function recordChange(
  tx: Tx,
  who: Actor,
  {
    op,
    entry,
    before,
    at,
    clientOp,
    firstSeq,
  }: {
    op: ChangeOp
    entry: EntryRow
    before?: EntryRow
    at: Instant
    clientOp?: string | undefined
    firstSeq?: number
  },
): Promise<void> {
  await insertChange(tx, {
    root_id: entry.root_id,
    seq: entry.seq,
    op,
    entry_id: entry.id,
    kind: entry.kind,
    parent_id: entry.parent_id,
    name: entry.name,
    ver: entry.ver,
    revision_id: entry.revision_id,
    size: entry.size,
    deleted_at: entry.deleted_at,
    ...loggedAuthorOf(who),
    client_op: clientOp ?? null,
    first_seq: firstSeq ?? null,
    at,
  })
  if (!before) return
  const { parent_id, name, name_key, revision_id, size, modified_at, deleted_at, meta } = before
  await insertEntryVersion(tx, {
    entry_id: entry.id,
    root_id: entry.root_id,
    seq_from: before.seq,
    seq_to: entry.seq,
    parent_id,
    name,
    name_key,
    revision_id,
    size,
    modified_at,
    deleted_at,
    meta,
  })
}

/** Whose change it is. */
export interface ChangeAuthor {
  person_id: PersonId | null
  machine_id: MachineId | null
}

export function authorOf(who: Actor): ChangeAuthor {
  if (who !== THE_SERVICE && who.kind === 'visitor' && who.account) return authorOf(who.account)
  if (who === THE_SERVICE || who.kind === 'visitor' || who.kind === 'guest')
    return { person_id: null, machine_id: null }
  return { person_id: who.personId, machine_id: who.machineId }
}

/** The same for the log, which also says in which sign-in: but for what a person confirmed, which sets off no brake. */
export const loggedAuthorOf = (who: Actor): ChangeAuthor & { session_id: SessionId | null } => ({
  ...authorOf(who),
  session_id: who !== THE_SERVICE && who.kind === 'person' && !who.confirmed ? who.sessionId : null,
})
