import type { PersonId, SharelinkId } from '@holdfast/api/ids'
import type { NoticeKind } from '@holdfast/api/sharing/notices'
import type { Instant } from '@holdfast/api/time'
import type { Tx } from '../../platform/db/database.ts'
import { countForLink, insertLine, listLines, repeatLine } from '../../records/notices.ts'
import { clip } from './clip.ts'
import { MAX_LINES, MOST_MS, QUIET_MS } from './schedule.ts'

export interface Happening {
  /** Who is to be notified. */
  personId: PersonId
  kind: Exclude<NoticeKind, 'share_changed'>
  linkId: SharelinkId
  /** Who did it, in words. */
  actor: string
  /** The path of what it was done to, as the recipient sees it. */
  item: string
  at: Instant
}

/**
 * Keeps something for the next mail to someone. However often it happens there is one row to count it and at most so
 * many lines as a mail has.
 */
export async function addNotice(tx: Tx, { actor, item, at, ...about }: Happening): Promise<void> {
  const { id } = await countForLink(tx, { ...about, at }, { quietMs: QUIET_MS, mostMs: MOST_MS })
  const text = { actor: clip(actor), item: clip(item) }
  const lines = await listLines(tx, [id], MAX_LINES)
  const same = lines.find((line) => line.actor === text.actor && line.item === text.item)
  if (same) await repeatLine(tx, same, at)
  else if (lines.length < MAX_LINES)
    await insertLine(tx, { notice_id: id, position: lines.length, ...text, times: 1, at })
}
