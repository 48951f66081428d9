import { setTimeout as pause } from 'node:timers/promises'
import type { NewsOfLists } from '@holdfast/api/files/changes'
import type { ActivityId, OrganizationId } from '@holdfast/api/ids'
import { HOUR_MS } from '@holdfast/api/time'
import { seesAllActivity } from '../../access/activity.ts'
import { listAdministered } from '../../access/administration.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Watch } from '../../platform/live/hub.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { ACTIVITY_TYPES, type ActivityKind } from '../../records/activity/types.ts'
import { findNewestRecord, listNewestOf, type RecordKind } from './queries.ts'

type List = NewsOfLists['list']

/** Of so many organizations it is told what changed; of more, that everything may have. */
const ORGANIZATIONS = 50
const RECORDS = 50

const OF_LINKS = ['link_created', 'link_changed', 'link_deleted', 'link_shared', 'link_unshared'] as const
const OF_SHARES = [
  ...(['share_created', 'share_updated', 'share_moved', 'share_deleted', 'share_subscribed'] as const),
  ...(['share_unsubscribed', 'invitation_accepted', 'invitation_declined'] as const),
  ...(['files_handed_over', 'hand_over_undone', 'root_deleted'] as const),
] as const
/** Too frequent for what they change in a list. */
const SILENT = [
  'signed_in',
  'signed_out',
  'sign_in_failed',
  'token_revoked',
  'access_denied',
  'noted',
] as const
const idsOf = (kinds: readonly ActivityKind[]): ReadonlySet<number> =>
  new Set(kinds.map((kind) => ACTIVITY_TYPES[kind].id))
const BY_KIND: readonly (readonly [ReadonlySet<number>, List | undefined])[] = [
  [idsOf(SILENT), undefined],
  [idsOf(OF_LINKS), 'sharelinks'],
  [idsOf(['links_deleted', 'links_made_private']), 'sharelinks'],
  [idsOf(OF_SHARES), 'shares'],
  [idsOf(['persons_imported', 'directory_imported']), 'persons'],
]
const BY_TARGET: Record<string, List | undefined> = {
  person: 'persons',
  guest: 'guests',
  group: 'groups',
  machine: 'machines',
  organization: 'organizations',
}

/** In which list a record is seen. What is done with files is in none of them. */
const listOf = ({ activity_type_id: kind, acted_on_type }: RecordKind): List | undefined => {
  const special = BY_KIND.find(([kinds]) => kinds.has(kind))
  return special ? special[1] : BY_TARGET[acted_on_type]
}

/** Tells administrators which of their lists have changed: not what, and not often. */
export class ListNews implements Disposable {
  readonly #ctx: Ctx
  readonly #watch: Watch
  /** Records up to these are known: of each organization, and of those that nothing was heard of yet. */
  readonly #known = new Map<OrganizationId, ActivityId>()
  readonly #since: ActivityId | 0
  #due: Promise<void> | undefined
  #isDue = false
  #restMs = 0

  private constructor(ctx: Ctx, since: ActivityId | 0) {
    this.#ctx = ctx
    this.#since = since
    this.#watch = ctx.live.hub.watch(['o*', 'd*', 'w*'])
  }

  static async open(ctx: Ctx): Promise<ListNews> {
    return new ListNews(ctx, await findNewestRecord(ctx.db.read))
  }

  get isDue(): boolean {
    return this.#isDue
  }

  /** Until there may be something to tell, and the last time is long enough ago. */
  due(): Promise<void> {
    this.#due ??= this.#wait()
    return this.#due
  }

  async #wait(): Promise<void> {
    await pause(this.#restMs, undefined, { ref: false })
    await this.#watch.wait(HOUR_MS)
    this.#isDue = true
  }

  /** What has changed since the last time, of what someone administers now. */
  async take(who: PersonPrincipal): Promise<Omit<NewsOfLists, 'type'>[]> {
    this.#due = undefined
    this.#isDue = false
    this.#restMs = this.#ctx.live.pace.listsMs
    const heard = this.#watch.take()
    if (!seesAllActivity(who)) return []
    const topics = [...heard].filter((topic) => topic !== 'anything')
    const ids = [...new Set(topics.map((topic) => Number(topic.slice(1)) as OrganizationId))]
    if (heard.has('anything') || ids.length > ORGANIZATIONS)
      return [{ organization_id: who.organizationId, list: 'any' }]
    const administered = await listAdministered(this.#ctx.db.read, who, ids)
    const told: Omit<NewsOfLists, 'type'>[] = []
    for (const organization_id of administered) {
      const lists = new Set<List>()
      if (heard.has(`w${organization_id}`)) lists.add('alerts')
      if (heard.has(`d${organization_id}`)) lists.add('machines')
      if (heard.has(`o${organization_id}`))
        for (const list of await this.#listsWithRecords(organization_id)) lists.add(list)
      for (const list of lists) told.push({ organization_id, list })
    }
    return told
  }

  async #listsWithRecords(id: OrganizationId): Promise<List[]> {
    const known = this.#known.get(id) ?? this.#since
    const records = await listNewestOf(this.#ctx.db.read, id, RECORDS)
    const [newest] = records
    if (newest) this.#known.set(id, newest.id)
    const unknown = records.filter((record) => record.id > known)
    if (unknown.length === RECORDS) return ['any']
    return unknown.map(listOf).filter((list) => list !== undefined)
  }

  [Symbol.dispose](): void {
    this.#watch[Symbol.dispose]()
  }
}
