import type { OnConflict } from '@holdfast/api/files/files'
import { HOUR_MS, type Instant } from '@holdfast/api/time'
import { fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { findByName } from '../../records/entries.ts'
import { failTaken } from '../../records/name-taken.ts'
import { baseName, checkExtension, checkedItemName, nameKey } from '../../records/names.ts'
import { holdRoot } from '../../records/roots.ts'
import { checkRoom, reserveStorage } from '../writing/quota.ts'
import { authorizeTarget, type Target, type TargetAccess, tooLarge } from '../writing/upload-target.ts'
import { pendingSize } from './own-upload.ts'
import { countUnfinished, insertUpload, type UploadRow } from './queries.ts'

/** Counted from the last bytes that came. */
export const LIFE_MS = 24 * HOUR_MS
const MOST_UNFINISHED = 100

export interface NewUpload {
  target: Target
  filename: string | undefined
  onConflict: OnConflict
  ifVer: number | undefined
  created: Instant | undefined
  modified: Instant | undefined
  clientOp: string | undefined
  /** As it was sent. */
  metadata: string
  /** None where the sender does not know it yet. */
  length: number | undefined
}

/** Begins an upload that can be interrupted. What would be refused at its end is refused now, where that is known. */
export async function createUpload(ctx: Ctx, who: PersonPrincipal, given: NewUpload): Promise<UploadRow> {
  const { target } = given
  const access = await authorizeTarget(ctx, who, target)
  const name = await checkPlace(ctx, given, access)
  if (given.length !== undefined) await checkLength(ctx, access, given.length)
  return ctx.db.write(async (tx) => {
    const at = ctx.now()
    if ((await countUnfinished(tx, who.personId, at)) >= MOST_UNFINISHED)
      fail(
        'policy_error',
        `You can have up to ${MOST_UNFINISHED} unfinished uploads. Finish or cancel some first.`,
      )
    const root = await holdRoot(tx, target.rootId)
    const upload = await insertUpload(tx, {
      key: ctx.random(24).toString('base64url'),
      person_id: who.personId,
      root_id: target.rootId,
      folder_id: 'folderId' in target ? target.folderId : null,
      file_id: 'fileId' in target ? target.fileId : null,
      name,
      on_conflict: given.onConflict,
      if_ver: given.ifVer ?? null,
      file_created_at: given.created ?? null,
      file_modified_at: given.modified ?? null,
      client_op: given.clientOp ?? null,
      metadata: given.metadata,
      length: given.length ?? null,
      lease: null,
      expires_at: at + LIFE_MS,
      kept_at: at,
      entry_id: null,
      revision_id: null,
    })
    await reserveStorage(ctx, tx, root, pendingSize(upload), at)
    return upload
  })
}

async function checkPlace(ctx: Ctx, given: NewUpload, access: TargetAccess): Promise<string> {
  const { target, filename, onConflict, ifVer } = given
  if (access.entry) {
    checkExtension(access.entry.name, access.policy.excluded_extensions)
    if (ifVer !== undefined && ifVer !== access.entry.ver) fail('ver_conflict')
    return access.entry.name
  }
  if (filename === undefined) return fail('invalid_request', 'Upload-Metadata has no filename.')
  const name = checkedItemName(baseName(filename), 'file', access.root)
  checkExtension(name, access.policy.excluded_extensions)
  if (onConflict === 'error' && access.seesFiles && 'folderId' in target) {
    const place = { rootId: target.rootId, parentId: target.folderId, nameKey: nameKey(name) }
    if (await findByName(ctx.db.read, place)) failTaken(place)
  }
  return name
}

/** For an upload of that length, of which so many bytes are counted already. */
export async function checkLength(
  ctx: Ctx,
  access: TargetAccess,
  length: number,
  counted = 0,
): Promise<void> {
  if (length > access.maxSize) fail('upload_too_large', tooLarge(access.maxSize))
  if (length > counted) await checkRoom(ctx.db.read, access.root, length - counted)
}
