import type { Instant } from '@holdfast/api/time'
import type { IncomingBytes } from '../../../platform/content/incoming-bytes.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { PersonPrincipal } from '../../../platform/principal.ts'
import { checkExtension, checkedItemName } from '../../../records/names.ts'
import { holdRoot } from '../../../records/roots.ts'
import { receiveFile } from '../../writing/upload-file.ts'
import { authorizeTarget } from '../../writing/upload-target.ts'
import { type Found, type Free, parentOf } from '../places/find-place.ts'
import { type Arrived, type Arriving, arrive } from './arrive.ts'
import { type BodyCheck, wholeBody } from './whole-body.ts'

export interface SaveOptions extends Pick<Arriving, 'modified' | 'created' | 'over'> {
  check?: BodyCheck
}

/** Stores what a program sends under a name. */
export async function saveFile(
  ctx: Ctx,
  who: PersonPrincipal,
  place: Found | Free,
  incoming: IncomingBytes,
  { check, ...options }: SaveOptions,
): Promise<Arrived> {
  const began: Instant = ctx.now()
  const rootId = place.location.root.id
  const folderId = parentOf(place)
  const file = place.at === 'item' ? place.entry : undefined
  const target = file ? { rootId, fileId: file.id } : { rootId, folderId }
  const access = await authorizeTarget(ctx, who, target)
  const name = file?.name ?? checkedItemName(place.at === 'free' ? place.name : '', 'file', access.root)
  // Before the bytes: many programs ask to be told first, and all show the reason then.
  if (!file) checkExtension(name, access.policy.excluded_extensions)
  return receiveFile(ctx, who, access, wholeBody(name, incoming, check), ({ content }) =>
    ctx.db.write(async (tx) => {
      const root = await holdRoot(tx, rootId)
      return arrive(ctx, tx, who, { root, folderId, name, content, began, ...options }, ctx.now())
    }),
  )
}
