import type { OrganizationId } from '@holdfast/api/ids'
import type { ActivityFault } from '@holdfast/api/oversight/activity-table'
import type { Db } from '../../platform/db/database.ts'
import { keysOf } from '../../platform/db/keys.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import { CHAIN_START, chainHash } from '../../records/activity/chain.ts'
import {
  type ActivityRow,
  type ChainEnd,
  countBeyondChain,
  findChainEnd,
  listInChain,
} from '../../records/activity/queries.ts'

/** How many records are looked at together: what it takes to verify does not grow with what there is. */
const PAGE = 1000

/** What is wrong, in words, and with the record of which number. */
export type Report = (problem: string, what: ActivityFault, seq: number) => void

/** Where the chain ended when that was last kept outside of the database. */
export interface AnchoredEnd extends ChainEnd {
  at: string
  version: number
}

/**
 * Walks one organization's records from the first to where the chain ended at the beginning. Those that are added
 * meanwhile do no harm. Gives how many there are.
 */
export async function verifyChain(
  db: Db,
  id: OrganizationId,
  anchored: AnchoredEnd | undefined,
  report: Report,
  rest?: () => Promise<void>,
): Promise<number> {
  const end = (await findChainEnd(db, id)) ?? { seq: 0, hash: CHAIN_START }
  const walk = new Walk(keysOf(db), anchored, report)
  let page: ActivityRow[] = []
  do {
    page = await listInChain(db, id, { after: page.at(-1), last: end.seq, limit: PAGE })
    for (const record of page) walk.take(record)
    await rest?.()
  } while (page.length === PAGE)
  walk.finish(end)
  const beyond = await countBeyondChain(db, id)
  if (beyond > 0) report(`${beyond} records are after the end of the chain`, 'added', end.seq + 1)
  return walk.records
}

/** What is known of a chain after some of its records, in their order. */
class Walk {
  records = 0
  readonly #report: Report
  #seq = 0
  #hash: Buffer = CHAIN_START
  #edited = false
  readonly #keys: Keys
  readonly #anchored: AnchoredEnd | undefined
  /** Older versions of the master key do not come again. */
  #version = 0

  constructor(keys: Keys, anchored: AnchoredEnd | undefined, report: Report) {
    this.#keys = keys
    this.#anchored = anchored
    this.#report = report
  }

  take(record: ActivityRow): void {
    this.records++
    if (record.seq <= this.#seq) {
      this.#report(
        `record ${record.id} has the number ${record.seq}, which another record also has`,
        'doubled',
        record.seq,
      )
      return
    }
    // What follows a gap cannot be compared with the one before it, which is gone.
    if (record.seq === this.#seq + 1) this.#compare(record)
    else this.#missing(record.seq - 1)
    this.#seq = record.seq
    this.#hash = record.hash
    if (record.seq === this.#anchored?.seq) this.#compareAnchor(this.#anchored, record)
  }

  #compareAnchor({ at, hash, version }: AnchoredEnd, record: ActivityRow): void {
    this.#version = version
    if (!record.hash.equals(hash))
      this.#report(
        `record ${record.id} (number ${record.seq}) is not the one that was anchored on ${at}: this record or an earlier one was rewritten`,
        'rewritten',
        record.seq,
      )
  }

  finish(end: ChainEnd): void {
    const { seq = 0, at } = this.#anchored ?? {}
    if (seq > end.seq)
      this.#report(
        `the chain ends with number ${end.seq}, but on ${at} it ended with ${seq}: later records were removed`,
        'removed',
        end.seq + 1,
      )
    if (this.#seq < end.seq) this.#missing(end.seq, ' at the end')
    else if (!this.#hash.equals(end.hash))
      this.#report('the end of the chain does not match its last record', 'end', end.seq)
  }

  /** Only the first one is reported: after it, the rest of the chain proves nothing. */
  #compare(record: ActivityRow): void {
    if (this.#edited) return
    const version = this.#keys.versions.find(
      (one) =>
        one >= this.#version &&
        record.hash.equals(chainHash(this.#keys.derived('activity', one), this.#hash, record)),
    )
    if (version !== undefined) {
      this.#version = version
      return
    }
    this.#edited = true
    this.#report(
      `record ${record.id} (number ${record.seq}) or the one before it was edited`,
      'changed',
      record.seq,
    )
  }

  #missing(last: number, where = ''): void {
    const first = this.#seq + 1
    this.#report(
      first === last
        ? `number ${first} is missing${where}`
        : `numbers ${first} to ${last} are missing${where}`,
      'missing',
      first,
    )
  }
}
