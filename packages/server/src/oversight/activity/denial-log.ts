import type { OrganizationId } from '@holdfast/api/ids'
import { HOUR_MS, type Instant, MINUTE_MS } from '@holdfast/api/time'
import type { Logger } from 'pino'
import { logFailure } from '../../platform/basics/outage.ts'
import type { DenialRecords, Denied } from '../../platform/context.ts'
import type { Database } from '../../platform/db/database.ts'
import { type AccountPrincipal, callerKey } from '../../platform/principal.ts'
import { DelayedWriting } from '../../records/activity/delayed-writing.ts'
import { insertActivity, type NewActivity } from '../../records/activity/queries.ts'
import { activityOf } from '../../records/activity/record-activity.ts'
import { findOrganization } from '../../records/organizations.ts'
import { findOwner } from './find-owner.ts'

/** So much is gathered before anything is written. */
const LATEST_MS = MINUTE_MS
/** Different refusals that wait to be written, and accounts with organizations whose hour runs. Beyond that they are lost. */
const MOST_WAITING = 1000
const MOST_HOURS = 10_000
/** Of what was asked for, so much is named in a record. */
const MOST_NAMED = 5

interface Refused {
  who: AccountPrincipal
  what: Denied
  at: Instant
  times: number
}

/** What one account is refused in one organization within an hour. */
interface Hour {
  ends: Instant
  /** What is not on record yet. */
  named: Set<string>
  times: number
}

/**
 * Records of refused access. Anyone who tries things out could cause one with every request, so they are gathered: of one
 * account and one organization there is a record within a minute, and if it goes on one more when an hour has passed.
 * Each process gathers for itself, and one that is killed loses what it has gathered.
 */
export class DenialLog implements DenialRecords {
  readonly #db: Database
  readonly #log: Logger
  readonly #now: () => Instant
  readonly #waiting = new Map<string, Refused>()
  readonly #hours = new Map<string, Hour & Pick<Refused, 'who'> & { owner: OrganizationId }>()
  readonly #writing = new DelayedWriting(LATEST_MS, () =>
    this.#write().catch((err) => logFailure(this.#log, err, FAILED)),
  )

  constructor(db: Database, log: Logger, now: () => Instant) {
    this.#db = db
    this.#log = log
    this.#now = now
  }

  add(who: AccountPrincipal, what: Denied, at: Instant): void {
    const key = `${callerKey(who)} ${JSON.stringify(what)}`
    const same = this.#waiting.get(key)
    if (same) same.times++
    else if (this.#waiting.size < MOST_WAITING) this.#waiting.set(key, { who, what, at, times: 1 })
    this.#writing.later()
  }

  flush(): Promise<void> {
    return this.#writing.now()
  }

  close(): Promise<void> {
    return this.#writing.close()
  }

  async #write(): Promise<void> {
    const now = this.#now()
    const refused = [...this.#waiting.values()]
    this.#waiting.clear()
    const begun = new Set<string>()
    for (const one of refused) {
      const owner = (await findOwner(this.#db.read, one.what.on)) ?? one.who.organizationId
      const key = `${callerKey(one.who)} ${owner}`
      if (!this.#hours.has(key)) {
        if (this.#hours.size >= MOST_HOURS) continue
        begun.add(key)
        const hour = { ends: one.at + HOUR_MS, named: new Set<string>(), times: 0 }
        this.#hours.set(key, { ...hour, who: one.who, owner })
      }
      const hour = this.#hours.get(key)
      if (!hour) continue
      hour.times += one.times
      if (hour.named.size <= MOST_NAMED) hour.named.add(wordsOf(one.what))
    }
    for (const [key, hour] of this.#hours) {
      const over = hour.ends <= now
      if (over) this.#hours.delete(key)
      if (hour.times === 0 || !(over || begun.has(key) || this.#writing.closed)) continue
      const { who, owner } = hour
      await this.#record(who, owner, summaryOf(hour), now)
      Object.assign(hour, { named: new Set(), times: 0 })
    }
    if (this.#hours.size > 0) this.#writing.later()
  }

  async #record(who: AccountPrincipal, owner: OrganizationId, about: string, at: Instant): Promise<void> {
    const organization = await findOrganization(this.#db.read, owner)
    if (!organization) return
    const record = activityOf(who, 'access_denied', { organization, about }, at)
    if (owner === who.organizationId) return this.#insert(record)
    await this.#insert(namingNobody(record, who))
    // For the other side, which has no business to know whose it was.
    const own = activityOf(who, 'access_denied', { site: { organization_id: who.organizationId }, about }, at)
    await this.#insert({ ...own, acted_on_text: 'something of another organization' })
  }

  async #insert(record: NewActivity): Promise<void> {
    await this.#db.write((tx) => insertActivity(tx, record))
  }
}

const FAILED = 'refused access could not be put on record'

/** As the caller put it: no name of anything that it may not see, and no hash of a link, which is a secret. */
const wordsOf = ({ doing, on }: Denied): string =>
  on && 'id' in on ? `${doing} (${on.kind} ${on.id})` : doing

function summaryOf({ named, times }: Hour): string {
  const some = [...named].slice(0, MOST_NAMED).join(', ')
  const more = named.size > MOST_NAMED ? ' and more' : ''
  return `${some}${more}${times > 1 ? `: ${times} times` : ''}`
}

/** Without the ids by which the record would be among those of the caller too. */
const namingNobody = (record: NewActivity, who: AccountPrincipal): NewActivity => ({
  ...record,
  actor_text: `${who.name} (${callerKey(who)} of another organization)`,
  actor_company_id: null,
  actor_person_id: null,
  actor_guest_id: null,
  actor_machine_id: null,
})
