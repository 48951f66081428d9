import type {
  FileRequest,
  MissingSender,
  RequestFile,
  RequestSender,
} from '@holdfast/api/sharing/file-requests'
import { formatUtc, type Instant } from '@holdfast/api/time'
import type { Db } from '../../platform/db/database.ts'
import {
  countInvited,
  type RequestRow,
  type SenderRow,
  type SentFileRow,
} from '../../records/file-requests.ts'
import { findGroup } from '../../records/groups.ts'
import { findSubscriber, type LinkRow, type SubscriberRow } from '../../records/links.ts'
import { displayName, findPerson } from '../../records/people.ts'
import { stateOf } from '../collecting/request-state.ts'

const orNull = (at: Instant | null): string | null => (at === null ? null : formatUtc(at))

export async function requestView(db: Db, row: RequestRow, now: Instant): Promise<FileRequest> {
  return {
    type: 'file_request',
    sharelink_id: row.link_id,
    title: row.title,
    note: row.note,
    deadline: orNull(row.deadline),
    timezone: row.timezone,
    ask_name: row.ask_name === 1,
    folder_per_sender: row.folder_per_sender === 1,
    state: stateOf(row, now),
    created: formatUtc(row.created_at),
    senders: row.senders,
    files: row.files,
    size: row.size,
    ...(await countInvited(db, row.link_id)),
  }
}

export async function senderView(db: Db, link: LinkRow, row: SenderRow): Promise<RequestSender> {
  const invited =
    row.subscriber_id === null ? undefined : await findSubscriber(db, link.id, row.subscriber_id)
  return {
    type: 'request_sender',
    id: row.id,
    name: row.name,
    email: row.email,
    subscriber_id: row.subscriber_id,
    invited_as: invited ? await nameOf(db, link, invited) : null,
    folder_id: row.folder_id,
    files: row.files,
    size: row.size,
    first_sent: formatUtc(row.first_at),
    last_sent: formatUtc(row.last_at),
  }
}

export const sentFileView = (link: LinkRow, row: SentFileRow): RequestFile => ({
  type: 'request_file',
  root_id: link.root_id,
  file_id: row.entry_id,
  revision_id: row.revision_id,
  name: row.name,
  size: row.size,
  sha256: row.sha256.toString('hex'),
  sent: formatUtc(row.sent_at),
})

export const missingView = async (db: Db, link: LinkRow, row: SubscriberRow): Promise<MissingSender> => ({
  type: 'missing_sender',
  subscriber_id: row.id,
  name: await nameOf(db, link, row),
  invited: formatUtc(row.created_at),
  reminded: orNull(row.reminded_at),
})

/** What an account of another organization is called is not for those to learn who know its address. */
async function nameOf(db: Db, link: LinkRow, row: SubscriberRow): Promise<string> {
  if (row.email !== null) return row.email
  if (row.group_id !== null) return (await findGroup(db, row.group_id))?.name ?? ''
  const person = row.person_id === null ? undefined : await findPerson(db, row.person_id)
  if (!person) return ''
  return person.organization_id === link.organization_id ? displayName(person) : person.email
}
