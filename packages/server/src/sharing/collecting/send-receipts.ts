import { DAY_MS, formatUtc, type Instant } from '@holdfast/api/time'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { strangerName } from '../../platform/limits/shared-limits.ts'
import {
  findRequest,
  findSender,
  listNewSentFiles,
  listReceiptsDue,
  type SenderRow,
  updateSender,
} from '../../records/file-requests.ts'
import { hashOfLink, hashOfSubscriber } from '../../records/link-hashes.ts'
import { findLinkForUpdate, findSubscriber, type LinkRow } from '../../records/links.ts'
import { emailKey, findPerson } from '../../records/people.ts'
import { sendMail } from '../../records/send-mail.ts'

const AT_ONCE = 100
/** So many lines; the receipt on the page has all of them. */
const MOST_LINES = 100

/**
 * Senders type an address, and nobody knows whether it is theirs. Whatever they type, one address gets few mails in a
 * day, and one link causes few.
 */
const TO_ADDRESS = { most: 5, ms: DAY_MS }
const BY_LINK = { most: 200, ms: DAY_MS }

/** Mails receipts to those who asked for one and have finished, each of them once for all files that came together. */
export async function sendReceipts(ctx: Ctx): Promise<void> {
  for (const { id, link_id } of await listReceiptsDue(ctx.db.read, ctx.now(), AT_ONCE))
    await ctx.db.write(async (tx) => {
      // The link first, as wherever files are noted.
      const link = await findLinkForUpdate(tx, link_id)
      const sender = link && (await findSender(tx, link_id, id))
      const at = ctx.now()
      if (!link || sender?.receipt_due_at == null || sender.receipt_due_at > at) return
      await mailReceipt(ctx, tx, link, sender, at)
    })
}

async function mailReceipt(ctx: Ctx, tx: Tx, link: LinkRow, sender: SenderRow, at: Instant): Promise<void> {
  const request = await findRequest(tx, link.id)
  const files = await listNewSentFiles(tx, sender, MOST_LINES)
  const total = sender.files - sender.told_files
  await updateSender(tx, sender.id, {
    receipt_due_at: null,
    told_files: sender.files,
    told_file_id: sender.last_file_id,
  })
  const { email: to } = sender
  if (!request || to === null || files.length === 0) return
  const limits = [
    { ...TO_ADDRESS, name: strangerName('receipts', to.toLowerCase()) },
    { ...BY_LINK, name: `receipts of link ${link.id}` },
  ]
  // What is too much is left out, not kept: the page still has the receipt.
  if (await ctx.limits.takeAllIn(tx, limits)) return
  const { known, hash } = await cameBy(tx, link, sender)
  const data = {
    title: request.title,
    files: files.map(({ name, size, sha256, sent_at }) => ({
      ...(known && { name }),
      size,
      sha256: sha256.toString('hex'),
      at: formatUtc(sent_at),
    })),
    more: total - files.length,
    link: `${ctx.publicUrl}/shares/folder/${hash}/`,
  }
  await sendMail(ctx, tx, { organizationId: link.organization_id, to, kind: 'request_receipt', data }, at)
}

/**
 * How the sender came, and whether the address is the one that was invited: those are mailed the names of their files.
 * Any other address may be a stranger's, who is not to read what somebody else wrote.
 */
async function cameBy(
  tx: Tx,
  link: LinkRow,
  { subscriber_id, email }: SenderRow,
): Promise<{ known: boolean; hash: string }> {
  const subscriber = subscriber_id === null ? undefined : await findSubscriber(tx, link.id, subscriber_id)
  if (!subscriber) return { known: false, hash: hashOfLink(tx, link) }
  const person = subscriber.person_id === null ? undefined : await findPerson(tx, subscriber.person_id)
  const invited = subscriber.email ?? person?.email
  const known = invited !== undefined && emailKey(invited) === emailKey(email ?? '')
  return { known, hash: hashOfSubscriber(tx, subscriber) }
}
