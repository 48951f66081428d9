import type { EntryId, PersonId } from '@holdfast/api/ids'
import { DAY_MS, type Instant } from '@holdfast/api/time'
import type { Logger } from 'pino'
import { logFailure } from '../../platform/basics/outage.ts'
import type { DownloadRecords } from '../../platform/context.ts'
import type { Database } from '../../platform/db/database.ts'
import { callerKey, type Principal } from '../../platform/principal.ts'
import { DelayedWriting } from './delayed-writing.ts'
import { insertActivities, type NewActivity } from './queries.ts'
import { type ActedOn, activityOf } from './record-activity.ts'

const AT_ONCE = 100
const LATEST_MS = 1000
/** So many readings are remembered; beyond that some are put on record a second time. */
const MOST_READINGS = 100_000
/** What is kept while the database cannot be written. */
const MOST = 10_000

/**
 * Records of downloads. They change nothing, so no transaction is there to carry them, and one of their own for
 * each would cost more than the download: they are written by the hundred, or after a second. A process that is
 * killed loses those of its last second.
 */
export class DownloadLog implements DownloadRecords {
  readonly #db: Database
  readonly #log: Logger
  #waiting: NewActivity[] = []
  #read = new ReadToday(0)
  readonly #writing = new DelayedWriting(LATEST_MS, () => this.#write())

  constructor(db: Database, log: Logger) {
    this.#db = db
    this.#log = log
  }

  add(who: Principal, on: ActedOn & { root: unknown }, at: Instant): void {
    this.#add(activityOf(who, 'file_downloaded', on, at))
  }

  addReading(who: Principal, on: ActedOn & { root: unknown }, at: Instant): void {
    this.#add(activityOf(who, 'file_read', on, at))
  }

  isFirstReading(who: Principal, fileId: EntryId, at: Instant): boolean {
    const day = Math.floor(at / DAY_MS)
    if (day !== this.#read.day || this.#read.count >= MOST_READINGS) this.#read = new ReadToday(day)
    return this.#read.add(readerOf(who), fileId)
  }

  #add(record: NewActivity): void {
    if (this.#waiting.length >= MOST) return
    this.#waiting.push(record)
    if (this.#waiting.length === MOST) this.#log.error('downloads can no longer be put on record')
    if (this.#waiting.length % AT_ONCE === 0) void this.flush()
    this.#writing.later()
  }

  flush(): Promise<void> {
    return this.#writing.now()
  }

  close(): Promise<void> {
    return this.#writing.close()
  }

  async #write(): Promise<void> {
    const byOrganization = Map.groupBy(this.#waiting.splice(0), (row) => row.acted_on_company_id)
    for (const rows of byOrganization.values()) {
      try {
        await this.#db.write((tx) => insertActivities(tx, rows))
      } catch (err) {
        logFailure(this.#log, err, 'downloads could not be put on record yet', { count: rows.length })
        this.#waiting.unshift(...rows)
        this.#writing.later()
      }
    }
  }
}

/** As `callerKey`, which makes a text each time. */
function readerOf(who: Principal): PersonId | string {
  if (who.kind === 'person' || who.kind === 'machine') return who.personId
  return who.kind === 'visitor' && who.account ? readerOf(who.account) : callerKey(who)
}

/** Which files were read by whom. Looked at with every download. */
class ReadToday {
  readonly day: number
  count = 0
  readonly #files = new Map<PersonId | string, Set<EntryId>>()

  constructor(day: number) {
    this.day = day
  }

  /** Whether it was not among them yet. */
  add(reader: PersonId | string, fileId: EntryId): boolean {
    const files = this.#files.get(reader) ?? new Set()
    if (files.has(fileId)) return false
    this.#files.set(reader, files.add(fileId))
    this.count++
    return true
  }
}
