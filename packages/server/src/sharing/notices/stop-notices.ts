import type { NoticeKind } from '@holdfast/api/sharing/notices'
import { formatDate, type Instant } from '@holdfast/api/time'
import { inspectLink } from '../../access/links.ts'
import { permissionsIn } from '../../access/permissions.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { THE_SERVICE } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { findLink, findLinkForUpdate } from '../../records/links.ts'
import { deleteMuted, insertMute, listMutesOf, type MuteRow } from '../../records/notices.ts'
import { findPerson, findPersonForUpdate, type PersonRow } from '../../records/people.ts'
import { findRoot } from '../../records/roots.ts'
import { accountPrincipal } from '../../sign-in/oauth/account-principal.ts'
import { canSignIn } from '../../sign-in/oauth/organization-usable.ts'
import type { NoticeSource } from './compose.ts'
import { readStop, sourceWord, stopKey } from './stop-token.ts'

/** Something that mails are about, in words, and whether they were turned off. */
export interface Choice {
  source: NoticeSource
  name: string
  off: boolean
}
export interface Choices {
  person: PersonRow
  choices: Choice[]
}

const KIND_NAMES: Record<NoticeKind, string> = {
  link_downloaded: 'downloads by any of your links',
  link_uploaded: 'uploads by any of your links',
  share_changed: 'changes in any team share',
}

/** What the holder of a mailed address may turn off; undefined if that is made up, or nobody's any more. */
export async function listChoices(ctx: Ctx, token: string): Promise<Choices | undefined> {
  const db = ctx.db.read
  const stop = readStop(await stopKey(ctx), token)
  const person = stop && (await findPerson(db, stop.personId))
  if (!person || !(await canSignIn(db, person, ctx.now()))) return undefined
  const kinds = [...new Set(stop.sources.map(({ kind }) => kind))]
  const sources: NoticeSource[] = [...stop.sources, ...kinds.map((kind) => ({ kind }))]
  const mutes = await listMutesOf(db, person.id, {
    links: stop.sources.flatMap((source) => ('linkId' in source && source.linkId ? [source.linkId] : [])),
    roots: stop.sources.flatMap((source) => ('rootId' in source && source.rootId ? [source.rootId] : [])),
  })
  const choices: Choice[] = []
  for (const source of sources) {
    const name = await nameOf(db, person, source, ctx.now())
    if (name !== undefined) choices.push({ source, name, off: isOff(source, mutes) })
  }
  return { person, choices }
}

const idsOf = (source: NoticeSource) => ({
  link_id: source.kind === 'share_changed' ? null : (source.linkId ?? null),
  root_id: source.kind === 'share_changed' ? (source.rootId ?? null) : null,
})

function isOff(source: NoticeSource, mutes: readonly MuteRow[]): boolean {
  const { link_id, root_id } = idsOf(source)
  return mutes.some(
    (mute) =>
      mute.kind === source.kind &&
      ((mute.link_id === null && mute.root_id === null) ||
        (mute.link_id === link_id && mute.root_id === root_id)),
  )
}

/** Says no more of a share or an item than the one who was written to may see now. */
async function nameOf(
  db: Db,
  person: PersonRow,
  source: NoticeSource,
  now: Instant,
): Promise<string | undefined> {
  const { link_id, root_id } = idsOf(source)
  if (root_id !== null) {
    const root = await findRoot(db, root_id)
    if (!root || root.deleted_at !== null) return undefined
    const member = accountPrincipal(person, { sessionId: 0 as never, machineId: null, at: now })
    const sees = (await permissionsIn(db, root, member)).has('FILE_VIEW')
    return sees ? `changes in the team share «${root.name}»` : undefined
  }
  if (link_id === null) return KIND_NAMES[source.kind]
  const link = await findLink(db, link_id)
  if (link?.creator_id !== person.id) return undefined
  const name = (await inspectLink(db, link, now))?.shared.entry.name
  const to = name === undefined ? `that you made on ${formatDate(link.created_at)}` : `to «${name}»`
  return `${source.kind === 'link_downloaded' ? 'downloads' : 'uploads'} by the link ${to}`
}

/** Turns off what is named by words, or with `all` what the mail was about. Doing so again changes nothing. */
export async function stopNotices(ctx: Ctx, token: string, wanted: readonly string[] | 'all'): Promise<void> {
  const found = await listChoices(ctx, token)
  if (!found) return
  const { person } = found
  const chosen = found.choices.filter(({ source }) =>
    wanted === 'all' ? Object.values(idsOf(source)).some(Boolean) : wanted.includes(sourceWord(source)),
  )
  await ctx.db.write(async (tx) => {
    const at = ctx.now()
    // Held: an account that is closed just now is to leave nothing behind.
    const held = await findPersonForUpdate(tx, person.id)
    if (!held || held.deleted_at !== null) return
    const stopped: Choice[] = []
    for (const choice of chosen) if (await mute(tx, person, choice.source, at)) stopped.push(choice)
    // What the item is called is not for everybody who reads about the account.
    for (const { source, name } of stopped) {
      const { link_id } = idsOf(source)
      const about = link_id === null ? name : `${source.kind} by link ${link_id}`
      await recordActivity(tx, THE_SERVICE, 'notices_muted', { person, about }, at)
    }
  })
}

async function mute(tx: Tx, { id }: PersonRow, source: NoticeSource, at: Instant): Promise<boolean> {
  const row = { person_id: id, kind: source.kind, ...idsOf(source) }
  // A link that is ended just now takes along what was muted about it.
  if (row.link_id !== null && !(await findLinkForUpdate(tx, row.link_id))) return false
  const added = await insertMute(tx, { ...row, created_at: at })
  await deleteMuted(tx, row)
  return added
}
