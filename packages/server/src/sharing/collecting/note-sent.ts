import { createHash } from 'node:crypto'
import type { File } from '@holdfast/api/files/files'
import { storedName } from '@holdfast/api/files/names'
import type { EntryId } from '@holdfast/api/ids'
import { type Instant, MINUTE_MS } from '@holdfast/api/time'
import { fail } from '../../errors.ts'
import { authorizeLiveContainer, containerPath, foldersOf } from '../../files/basics/authorize-change.ts'
import { checkDepth } from '../../files/basics/check-depth.ts'
import { makeFolder } from '../../files/basics/make-folder.ts'
import type { IncomingFile, Within } from '../../files/writing/upload-file.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { callerKey, type VisitorPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { findEntry } from '../../records/entries.ts'
import {
  findRequest,
  findSenderByKey,
  insertSender,
  insertSentFile,
  type RequestRow,
  type SenderRow,
  updateSender,
} from '../../records/file-requests.ts'
import type { LinkRow, SubscriberRow } from '../../records/links.ts'
import { baseName } from '../../records/names.ts'
import { type RootRow, takeSeq } from '../../records/roots.ts'
import { folderNameFor, freeFolderName } from './folder-name.ts'
import { checkTaking } from './request-state.ts'
import { digestOf, type KnownSender, readSenderToken } from './sender-token.ts'

/** A receipt is mailed when nothing more has come for so long. */
const RECEIPT_QUIET_MS = 5 * MINUTE_MS

/** Someone who uploads through a link that is a file request. */
export interface Sending {
  who: VisitorPrincipal
  link: LinkRow
  subscriber: SubscriberRow | undefined
  /** Uploads by a right of its own, as the person who asked. */
  exempt: boolean
  token: string | undefined
}

/** An upload to a file request: what is to be read of the bytes, and what belongs into its transaction. */
export interface Collecting {
  sender: KnownSender
  incoming: IncomingFile
  within(before: Within): Within
}

/** Whom files are from. Undefined where nobody asks: no file request, or an upload by a right of its own. */
export async function senderOf(
  ctx: Ctx,
  { who, link, exempt, token }: Sending,
): Promise<{ request: RequestRow; sender: KnownSender } | undefined> {
  const request = link.upload_only ? await findRequest(ctx.db.read, link.id) : undefined
  if (!request || exempt) return undefined
  checkTaking(request, ctx.now())
  const known = readSenderToken(ctx, link.id, token)
  if (known) return { request, sender: known }
  if (request.ask_name)
    fail('forbidden', 'This file request asks for your name. Send it first (enter_request).', {
      name_required: true,
    })
  // Without a token, those who come from one place are one sender.
  return { request, sender: { name: '', email: null, keyDigest: digestOf(callerKey(who)) } }
}

/** Prepares an upload: refuses it before its bytes are read, hashes them on the way, and notes them with the file. */
export async function collecting(
  ctx: Ctx,
  sending: Sending,
  incoming: IncomingFile,
): Promise<Collecting | undefined> {
  const found = await senderOf(ctx, sending)
  if (!found) return undefined
  const known = found.sender
  const hash = createHash('sha256')
  let name = ''
  return {
    sender: known,
    incoming: {
      announcedSize: incoming.announcedSize,
      receive: (accept) =>
        incoming.receive((filename) => {
          const sink = accept(filename)
          name = storedName(baseName(filename))
          return {
            write: (bytes) => {
              hash.update(bytes)
              return sink.write(bytes)
            },
          }
        }),
    },
    within: (before) => (tx, commit) => before(tx, () => noteWith(tx, commit)),
  }

  async function noteWith(tx: Tx, commit: Parameters<Within>[1]): Promise<File> {
    const at = ctx.now()
    const { request, sender } = await holdSender(tx, sending, known, at)
    const folder = request.folder_per_sender ? await folderOf(tx, sending, sender, at) : undefined
    const file = await commit(folder?.id)
    const sent = {
      entry_id: file.id,
      revision_id: file.revision_id,
      name,
      size: file.size,
      sha256: hash.digest(),
      sent_at: at,
    }
    await insertSentFile(tx, sender, sent, sender.email === null ? null : at + RECEIPT_QUIET_MS)
    // After the file, as the end of the organization's log is held last.
    if (folder?.made)
      await recordActivity(tx, sending.who, 'folder_created', { root: folder.root, path: folder.made }, at)
    return file
  }
}

/** The row of a sender, made with its first file. The caller holds the link: nobody else adds one at the same time. */
async function holdSender(
  tx: Tx,
  { link, subscriber }: Sending,
  { name, email, keyDigest }: KnownSender,
  at: Instant,
): Promise<{ request: RequestRow; sender: SenderRow }> {
  // It may have been closed while the bytes arrived.
  const request = (await findRequest(tx, link.id)) ?? fail('not_found')
  checkTaking(request, at)
  const known = await findSenderByKey(tx, link.id, keyDigest)
  if (known) return { request, sender: known }
  const sender = await insertSender(tx, {
    link_id: link.id,
    key_digest: keyDigest,
    subscriber_id: subscriber?.id ?? null,
    name,
    email,
    folder_id: null,
    first_at: at,
    last_at: at,
    receipt_due_at: null,
  })
  return { request, sender }
}

interface SenderFolder {
  id: EntryId
  root: RootRow
  /** Its path, where it was made just now. */
  made?: string
}

/** The folder of a sender: made when it is needed, and again where it is gone. */
async function folderOf(
  tx: Tx,
  { who, link }: Sending,
  sender: SenderRow,
  at: Instant,
): Promise<SenderFolder> {
  const path = { rootId: link.root_id, folderId: link.entry_id }
  const container = await authorizeLiveContainer(tx, who, path, 'FILE_ADD', at)
  const { root, parentId } = container
  const there = sender.folder_id === null ? undefined : await findEntry(tx, root.id, sender.folder_id)
  if (there && there.deleted_at === null && there.parent_id === parentId) return { id: there.id, root }
  const seq = await takeSeq(tx, root.id)
  const way = foldersOf(container)
  checkDepth(root, way.length + 1)
  const name = await freeFolderName(tx, root.id, parentId, folderNameFor(sender.name))
  const { id } = await makeFolder(tx, who, { root, way, name, seq, at })
  await updateSender(tx, sender.id, { folder_id: id })
  return { id, root, made: `${containerPath(container)}/${name}` }
}
