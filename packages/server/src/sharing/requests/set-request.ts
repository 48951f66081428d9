import type { SharelinkId } from '@holdfast/api/ids'
import type { FileRequest } from '@holdfast/api/sharing/file-requests'
import type { Instant } from '@holdfast/api/time'
import { checkName, isTimezone } from '../../accounts/organizations/settings.ts'
import { refuse } from '../../errors.ts'
import { pathOf } from '../../files/basics/view.ts'
import { differing } from '../../platform/basics/differing.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { findRequest, insertRequest, type RequestRow, updateRequest } from '../../records/file-requests.ts'
import type { LinkRow } from '../../records/links.ts'
import { findPerson } from '../../records/people.ts'
import { asFlag } from '../links/create-link.ts'
import { holdLink } from '../links/update-link.ts'
import { requestView } from './view.ts'

export interface RequestChange {
  title?: string | undefined
  note?: string | null | undefined
  deadline?: Instant | null | undefined
  timezone?: string | undefined
  askName?: boolean | undefined
  folderPerSender?: boolean | undefined
  closed?: boolean | undefined
}

/** Makes a link that collects files a file request, or changes what it asks for. What is not given stays. */
export const setRequest = (
  ctx: Ctx,
  who: PersonPrincipal,
  id: SharelinkId,
  asked: RequestChange,
): Promise<FileRequest> =>
  ctx.db.write(async (tx) => {
    const at = ctx.now()
    const { link, shared } = await holdLink(tx, who, id)
    const there = await findRequest(tx, id)
    const item = { root: shared.root, path: `${pathOf(shared.ancestors)}/${shared.entry.name}` }
    if (!there) {
      checkCollects(link)
      const row = await create(tx, who, link, { title: shared.entry.name, ...given(asked) }, at)
      await recordActivity(tx, who, 'request_created', { ...item, about: row.title }, at)
      return requestView(tx, row, at)
    }
    const change = differing(asked, asItIs(there))
    if (Object.keys(change).length === 0) return requestView(tx, there, at)
    const row = await updateRequest(tx, id, columnsOf(change, there, at))
    checkNames(row)
    await recordActivity(tx, who, 'request_changed', { ...item, about: row.title }, at)
    return requestView(tx, row, at)
  })

/** Anyone else could see what the others sent. */
function checkCollects({ kind, upload_only }: LinkRow): void {
  if (kind !== 'folder' || !upload_only)
    refuse('sharelink_id', 'a file request needs a link to a folder with upload_only')
}

const given = (asked: RequestChange): RequestChange =>
  Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined))

const asItIs = (row: RequestRow): RequestChange => ({
  title: row.title,
  note: row.note,
  deadline: row.deadline,
  timezone: row.timezone,
  askName: row.ask_name === 1,
  folderPerSender: row.folder_per_sender === 1,
  closed: row.closed_at !== null,
})

async function create(
  tx: Tx,
  who: PersonPrincipal,
  link: LinkRow,
  asked: RequestChange,
  at: Instant,
): Promise<RequestRow> {
  const person = await findPerson(tx, who.personId)
  const plain = {
    link_id: link.id,
    title: '',
    note: '',
    deadline: null,
    timezone: person?.timezone ?? 'UTC',
    ask_name: 1,
    folder_per_sender: 0,
    closed_at: null,
    created_at: at,
  } as const
  const row = await insertRequest(tx, { ...plain, ...columnsOf(asked, plain, at) })
  checkNames(row)
  return row
}

/** Folders are named after senders. */
function checkNames({ ask_name, folder_per_sender }: RequestRow): void {
  if (folder_per_sender && !ask_name) refuse('folder_per_sender', 'requires ask_name')
}

function columnsOf(change: RequestChange, { closed_at }: Pick<RequestRow, 'closed_at'>, at: Instant) {
  const { title, note, deadline, timezone, askName, folderPerSender, closed } = change
  if (deadline && deadline <= at) refuse('deadline', 'must be in the future')
  if (timezone !== undefined && !isTimezone(timezone))
    refuse('timezone', 'expected: a time zone name such as Europe/Berlin')
  return {
    ...(title !== undefined && { title: checkName(title, 'title') }),
    ...(note !== undefined && { note: note?.trim() ?? '' }),
    ...(deadline !== undefined && { deadline }),
    ...(timezone !== undefined && { timezone }),
    ...(askName !== undefined && { ask_name: asFlag(askName) }),
    ...(folderPerSender !== undefined && { folder_per_sender: asFlag(folderPerSender) }),
    ...(closed !== undefined && { closed_at: closed ? (closed_at ?? at) : null }),
  }
}
