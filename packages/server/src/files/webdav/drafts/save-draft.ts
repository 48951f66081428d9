import type { Instant } from '@holdfast/api/time'
import { authorizeContainer } from '../../../access/authorize.ts'
import { fail } from '../../../errors.ts'
import type { IncomingBytes } from '../../../platform/content/incoming-bytes.ts'
import { keepChunks } from '../../../platform/content/keep-chunks.ts'
import { deleteReservedChunks, markUnclaimed } from '../../../platform/content/queries.ts'
import type { StagedContent } from '../../../platform/content/staged.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { PersonPrincipal } from '../../../platform/principal.ts'
import { recordDamage } from '../../../records/damage.ts'
import { checkedItemName, nameKey } from '../../../records/names.ts'
import { holdRoot, type RootRow } from '../../../records/roots.ts'
import { reserveStorage } from '../../writing/quota.ts'
import { receiveFile } from '../../writing/upload-file.ts'
import { authorizeTarget } from '../../writing/upload-target.ts'
import { type Draft, type Free, parentOf } from '../places/find-place.ts'
import { wholeBody } from '../saving/whole-body.ts'
import { chunkText } from './draft-content.ts'
import { countDrafts, MAX_DRAFTS, putDraft } from './queries.ts'

/** Stores what a program sends under a name that no file can have, for this sign-in alone. */
export async function saveDraft(
  ctx: Ctx,
  who: PersonPrincipal,
  place: Draft | Free,
  incoming: IncomingBytes,
  { modified, token }: { modified?: Instant | undefined; token?: string | undefined },
): Promise<void> {
  const folder = { rootId: place.location.root.id, folderId: parentOf(place) }
  const access = await authorizeTarget(ctx, who, folder)
  const name = checkedItemName(place.name, 'file', access.root)
  // The policy is about files, and this is none yet.
  const anyName = { ...access, policy: { ...access.policy, excluded_extensions: '' } }
  await receiveFile(ctx, who, anyName, wholeBody(name, incoming), ({ content }) =>
    ctx.db.write(async (tx) => {
      const at = ctx.now()
      const root = await holdRoot(tx, folder.rootId)
      await authorizeContainer(tx, who, folder, 'FILE_ADD')
      await keepWaiting(ctx, tx, root, content, at)
      const kept = place.at === 'draft' ? place.draft.token : null
      await writeDraft(
        tx,
        who,
        { root, parentId: folder.folderId, name, content },
        modified ?? at,
        at,
        token ?? kept,
      )
    }),
  )
}

/** Chunks that wait for a file count for quotas until it is made, or they are given up. */
async function keepWaiting(
  ctx: Ctx,
  tx: Tx,
  root: RootRow,
  content: StagedContent,
  at: Instant,
): Promise<void> {
  const { ids, healed } = await keepChunks(tx, root.id, content.chunks, at)
  await deleteReservedChunks(tx, root.id, content.unused)
  let unclaimed = 0
  for (const id of ids.values()) unclaimed += await markUnclaimed(tx, root.id, id)
  await reserveStorage(ctx, tx, root, unclaimed, at)
  await recordDamage(tx, 'content_healed', healed, at)
}

/** The chunks must be the root's already. */
export async function writeDraft(
  tx: Tx,
  { sessionId }: PersonPrincipal,
  {
    root,
    parentId,
    name,
    content,
  }: { root: RootRow; parentId: Draft['draft']['parent_id']; name: string; content: StagedContent },
  modified: Instant,
  at: Instant,
  token: string | null = null,
): Promise<void> {
  if ((await countDrafts(tx, sessionId)) >= MAX_DRAFTS)
    fail('policy_error', `A program can have up to ${MAX_DRAFTS} files with names that are not allowed here.`)
  await putDraft(tx, {
    ...{ session_id: sessionId, root_id: root.id, parent_id: parentId, name, name_key: nameKey(name), token },
    ...{
      size: content.size,
      content: content.id,
      chunks: chunkText(content),
      modified_at: modified,
      created_at: at,
    },
  })
}
