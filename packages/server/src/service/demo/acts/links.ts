import { DAY_MS, formatDate } from '@holdfast/api/time'
import type { AccountPrincipal } from '../../../platform/principal.ts'
import { enter } from '../../../sharing/collecting/enter.ts'
import { addSubscriber } from '../../../sharing/links/change-subscribers.ts'
import { createLink } from '../../../sharing/links/create-link.ts'
import { setRequest } from '../../../sharing/requests/set-request.ts'
import { uploadShared } from '../../../sharing/shared-content/change-shared.ts'
import { countView } from '../../../sharing/shared-content/count-use.ts'
import { openLink } from '../../../sharing/shared-content/open-link.ts'
import { openSharedFile } from '../../../sharing/shared-content/open-shared.ts'
import { type LinkCaller, visit } from '../../../sharing/shared-content/visit.ts'
import { LINKS, type LinkPart, type MadeLink } from '../cast/links.ts'
import { folderOf } from '../cast/shelves.ts'
import { fileOf } from '../stage/file-of.ts'
import type { Stage } from '../stage/stage.ts'

/** Makes the links that are due in a week. */
export async function makeLinks(stage: Stage, weeksAgo: number): Promise<void> {
  for (const part of LINKS) if (part.made === weeksAgo) stage.links.push(await makeLink(stage, part))
}

async function makeLink(stage: Stage, part: LinkPart): Promise<MadeLink> {
  const { ctx, clock, people, shares } = stage
  clock.pass({ minutes: 5 })
  const who = await people.person(part.by)
  const rootId = shares.rootOf(part.share)
  const folder = folderOf(part, stage.year)
  const folderId = await shares.folderOf(who, part.share, folder)
  const [file] = shares.filesOf(part.share, folder)
  const isFile = part.ofFile && file !== undefined
  const entry = isFile
    ? ({ entryId: file.id, kind: 'file' } as const)
    : ({ entryId: folderId, kind: 'folder' } as const)
  const link = await createLink(
    ctx,
    who,
    { rootId, ...entry },
    {
      ...{ loginRequired: part.guest !== undefined, downloadLimit: part.downloads ?? null },
      expires: part.days === undefined ? null : formatDate(clock.end + part.days * DAY_MS),
      ...{ downloadNotify: false, uploadNotify: false, anonEdit: undefined, subscribers: [] },
      ...{ uploadOnly: part.request !== undefined, password: part.password ?? null },
      ...{ notifySubscribers: false, message: undefined },
    },
  )
  if (part.guest !== undefined) {
    const invited = { type: 'guest' as const, id: people.idOf(part.guest) }
    const rights = { writeAccess: false, deleteAccess: false }
    await addSubscriber(ctx, who, link.id, invited, rights, { notify: true, message: undefined })
  }
  if (part.request !== undefined)
    await setRequest(ctx, who, link.id, { title: part.request, note: '', folderPerSender: true })
  return { part, id: link.id, hash: link.hash, fileId: file?.id, used: 0 }
}

/** People come through the links, as often as is due by a week. */
export async function useLinks(stage: Stage, weeksAgo: number): Promise<void> {
  for (const link of stage.links) {
    const { made, unusedFor = 0, views, request } = link.part
    const part = Math.min(1, (made - weeksAgo) / (made - unusedFor))
    for (const due = Math.round(views * part); link.used < due; link.used++) {
      stage.clock.pass({ minutes: stage.chance.whole(2, 9) })
      await (request === undefined ? look(stage, link) : send(stage, link))
    }
  }
}

async function look(stage: Stage, { part, id, hash, fileId }: MadeLink): Promise<void> {
  const { ctx, chance } = stage
  const account = part.guest === undefined ? undefined : await stage.people.guest(part.guest)
  const name = account ? { id } : { hash }
  const caller = callerOf(stage, account)
  const ticket = part.password && (await openLink(ctx, caller, { hash }, part.password)).ticket
  const found = await visit(ctx, { ...caller, ticket: () => ticket || undefined }, name)
  await countView(ctx, found)
  if (chance.next() > 0.3 || fileId === undefined) return
  const file = await openSharedFile(ctx, found, fileId, 'download', false)
  await file.begun({ start: 0, ranged: false })
}

const SENDERS = [
  'Dr Amelie Roth',
  'Dr Paul Stein',
  'Hafen Clinic',
  'Dr Ines Vogt',
  'X-ray Centre North',
] as const

/** Someone who was asked for files sends two. */
async function send(stage: Stage, { part, hash }: MadeLink): Promise<void> {
  const { ctx, chance } = stage
  const caller = callerOf(stage, undefined)
  const come = await visit(ctx, caller, { hash })
  await countView(ctx, come)
  const token = await enter(ctx, come.who, { name: chance.pick(SENDERS), email: '' })
  const found = await visit(ctx, { ...caller, sender: () => token }, { hash })
  for (let n = 0; n < 2; n++) {
    const title = `${part.request} ${formatDate(ctx.now())} ${n + 1}`
    const content = await stage.contentOf({ kind: 'letter', title, n })
    await uploadShared(ctx, found, { folderId: 0 }, fileOf(`${title}.pdf`, content))
  }
}

const callerOf = ({ chance }: Stage, account: AccountPrincipal | undefined): LinkCaller => ({
  account,
  address: `198.51.100.${chance.whole(1, 254)}`,
  userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) Version/26.1 Safari/605.1',
  ticket: () => undefined,
  sender: () => undefined,
})
