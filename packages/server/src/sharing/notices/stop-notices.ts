import { formatDate, type Instant } from '@holdfast/api/time'
import { inspectLink } from '../../access/links.ts'
import { permissionsIn } from '../../access/permissions.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { DEFAULT_LANGUAGE, wordsIn } from '../../platform/messages/catalogue.ts'
import type { Messages } from '../../platform/messages/en/en.ts'
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

/** Something that mails are about, and whether they were turned off. */
export interface Choice {
  source: NoticeSource
  about: About
  off: boolean
}
/** What is known of it: the name of a team share or of what a link shares, or else when the link was created. */
type About = { share: string } | { item: string } | { created: Instant } | 'all'
export interface Choices {
  person: PersonRow
  choices: Choice[]
}

/** What mails are about, in words. */
export function choiceName(words: Messages['stop'], { source: { kind }, about }: Choice): string {
  if (typeof about === 'object' && 'share' in about) return words.share(about.share)
  if (about === 'all' || kind === 'share_changed') return words.all[kind]
  return 'item' in about ? words.link[kind](about.item) : words.goneLink[kind](formatDate(about.created))
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
    const about = await findAbout(db, person, source, ctx.now())
    if (about !== undefined) choices.push({ source, about, off: isOff(source, mutes) })
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
async function findAbout(
  db: Db,
  person: PersonRow,
  source: NoticeSource,
  now: Instant,
): Promise<About | undefined> {
  const { link_id, root_id } = idsOf(source)
  if (root_id !== null) {
    const root = await findRoot(db, root_id)
    if (!root || root.deleted_at !== null) return undefined
    const member = accountPrincipal(person, { sessionId: 0 as never, machineId: null, at: now })
    const sees = (await permissionsIn(db, root, member)).has('FILE_VIEW')
    return sees ? { share: root.name } : undefined
  }
  if (link_id === null) return 'all'
  const link = await findLink(db, link_id)
  if (link?.creator_id !== person.id) return undefined
  const item = (await inspectLink(db, link, now))?.shared.entry.name
  return item === undefined ? { created: link.created_at } : { item }
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
    for (const choice of stopped) {
      const { link_id } = idsOf(choice.source)
      const inWords = choiceName(wordsIn(DEFAULT_LANGUAGE).stop, choice)
      const about = link_id === null ? inWords : `${choice.source.kind} by link ${link_id}`
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
