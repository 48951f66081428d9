import type { PersonId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { Tx } from '../../platform/db/database.ts'
import { findLinkForUpdate, type LinkRow } from '../../records/links.ts'
import { addNotice } from './add-notice.ts'

export interface LinkUse {
  kind: 'downloaded' | 'uploaded'
  link: LinkRow
  /** Who did it, in words: the name of an account, or «A visitor». */
  actor: string
  /** The account, where there is one: its own doing is no news to a creator. */
  actorId?: PersonId | undefined
  /** The path of the file, as the creator sees it. */
  item: string
  at: Instant
}

/** Tells the creator of a link about its use, if that was asked for when it was made. */
export async function noteLinkUse(tx: Tx, { kind, link, actor, actorId, item, at }: LinkUse): Promise<void> {
  const wanted = kind === 'downloaded' ? link.download_notify : link.upload_notify
  if (!wanted || actorId === link.creator_id) return
  // Held, so that a link which is ended or handed over just now takes its notices along.
  const held = await findLinkForUpdate(tx, link.id)
  if (!held) return
  await addNotice(tx, {
    personId: held.creator_id,
    kind: `link_${kind}`,
    linkId: link.id,
    actor,
    item,
    at,
  })
}
