import type { PersonId, RootId, SharelinkId } from '@holdfast/api/ids'
import type { NoticeKind } from '@holdfast/api/sharing/notices'
import { formatUtc, type Instant } from '@holdfast/api/time'
import { permissionsIn } from '../../access/permissions.ts'
import { pathOf } from '../../files/basics/view.ts'
import type { Tx } from '../../platform/db/database.ts'
import {
  type NoticeLine,
  type NoticeSection,
  SOMEONE,
  VISITOR,
} from '../../platform/messages/letters/mail-data.ts'
import { listAncestors } from '../../records/entries.ts'
import { listLines, type NoticeRow } from '../../records/notices.ts'
import { displayName, findPerson, type PersonRow } from '../../records/people.ts'
import { findRoot } from '../../records/roots.ts'
import { accountPrincipal } from '../../sign-in/oauth/account-principal.ts'
import { clip } from './clip.ts'
import { foldChanges, shareOut } from './fold-changes.ts'
import { listChangesByOthers } from './queries.ts'
import { MAX_LINES } from './schedule.ts'

/** More than lines, as several changes may make one. */
const CHANGES_READ = 200

/** What a mail is about. Without an id: all of the kind. */
export type NoticeSource =
  | { kind: 'link_downloaded' | 'link_uploaded'; linkId?: SharelinkId | undefined }
  | { kind: 'share_changed'; rootId?: RootId | undefined }

/** A part of a mail before it is known how many lines it may have. */
interface Draft {
  kind: NoticeKind
  share?: string
  /** Each with how much of the whole it stands for. */
  lines: { line: NoticeLine; covers: number }[]
  total: number
  sources: NoticeSource[]
}

export interface Composed {
  sections: NoticeSection[]
  /** What happened beside. */
  more: number
  sources: NoticeSource[]
}

/** Makes of notices what a mail says, as far as the one it is for may still know it. */
export async function compose(
  tx: Tx,
  person: PersonRow,
  notices: readonly NoticeRow[],
  now: Instant,
): Promise<Composed> {
  const drafts: Draft[] = []
  for (const kind of ['link_downloaded', 'link_uploaded'] as const) {
    const about = notices.filter((notice) => notice.kind === kind)
    if (about.length > 0) drafts.push(await draftOfLinks(tx, kind, about))
  }
  const names = new Names(tx)
  for (const notice of notices)
    if (notice.root_id !== null) {
      const draft = await draftOfShare(tx, person, notice, notice.root_id, names, now)
      if (draft) drafts.push(draft)
    }
  const given = shareOut(
    MAX_LINES,
    drafts.map(({ lines }) => lines.length),
  )
  const shown = drafts.map((draft, n) => ({ draft, lines: draft.lines.slice(0, given[n]) }))
  const sections = shown.filter(({ lines }) => lines.length > 0)
  return {
    sections: sections.map(({ draft: { kind, share, total }, lines }) => ({
      kind,
      ...(share !== undefined && { share }),
      lines: lines.map(({ line }) => line),
      more: total - lines.reduce((sum, { covers }) => sum + covers, 0),
    })),
    more: shown.filter(({ lines }) => lines.length === 0).reduce((sum, { draft }) => sum + draft.total, 0),
    sources: sections.flatMap(({ draft }) => draft.sources),
  }
}

async function draftOfLinks(
  tx: Tx,
  kind: 'link_downloaded' | 'link_uploaded',
  notices: readonly NoticeRow[],
): Promise<Draft> {
  const rows = await listLines(
    tx,
    notices.map(({ id }) => id),
    MAX_LINES,
  )
  const did = kind === 'link_downloaded' ? ('downloaded' as const) : ('uploaded' as const)
  return {
    kind,
    lines: rows.map(({ actor, item, times, at }) => ({
      line: { actor, did, item, times, at: formatUtc(at) },
      covers: times,
    })),
    total: notices.reduce((sum, { count }) => sum + count, 0),
    sources: notices.map(({ link_id }) => ({ kind, linkId: link_id ?? undefined })),
  }
}

/** Nothing of a share that is gone, wants no notices, or which the recipient can no longer see. */
async function draftOfShare(
  tx: Tx,
  person: PersonRow,
  notice: NoticeRow,
  rootId: RootId,
  names: Names,
  now: Instant,
): Promise<Draft | undefined> {
  const root = await findRoot(tx, rootId)
  if (!root || root.deleted_at !== null || !root.notify) return undefined
  const member = accountPrincipal(person, { sessionId: 0 as never, machineId: null, at: now })
  if (!(await permissionsIn(tx, root, member)).has('FILE_VIEW')) return undefined
  const stretch = { rootId, personId: person.id, from: notice.from_seq ?? 0, to: notice.to_seq ?? 0 }
  const changes = await listChangesByOthers(tx, stretch, CHANGES_READ)
  const lines: Draft['lines'] = []
  for (const { did, person_id, parent_id, name, at, changes: covers } of foldChanges(changes).slice(
    0,
    MAX_LINES,
  )) {
    const item = clip(`${await names.pathOf({ root_id: rootId, parent_id })}/${name}`)
    const actor = person_id === null ? nobody(did) : await names.of(person_id)
    lines.push({ line: { ...(actor && { actor }), did, item, times: 1, at: formatUtc(at) }, covers })
  }
  return {
    kind: 'share_changed',
    share: root.name,
    lines,
    total: notice.count,
    sources: [{ kind: 'share_changed', rootId }],
  }
}

/** Visitors add by links. What is deleted in nobody's name may have been the service's doing, and is shown without one. */
const nobody = (did: string): string | undefined => (did === 'deleted' ? undefined : VISITOR)

/** Looks up each name and each folder once for a mail. */
class Names {
  readonly #tx: Tx
  readonly #persons = new Map<PersonId, string>()
  readonly #paths = new Map<number, string>()

  constructor(tx: Tx) {
    this.#tx = tx
  }

  async of(id: PersonId): Promise<string> {
    const known = this.#persons.get(id)
    if (known !== undefined) return known
    const person = await findPerson(this.#tx, id)
    const name = person ? displayName(person) : SOMEONE
    this.#persons.set(id, name)
    return name
  }

  async pathOf(place: Parameters<typeof listAncestors>[1]): Promise<string> {
    const known = this.#paths.get(place.parent_id)
    if (known !== undefined) return known
    const path = pathOf(await listAncestors(this.#tx, place))
    this.#paths.set(place.parent_id, path)
    return path
  }
}
