import type { OrganizationId } from '@holdfast/api/ids'
import { ROOT_POLICY } from '@holdfast/api/policy'
import { DAY_MS, formatUtc } from '@holdfast/api/time'
import { rawSql } from '@holdfast/server/testkit/database/raw-sql'
import { refreshStatistics } from '@holdfast/server/testkit/database/rows-read'
import { ACTIVITY_TYPES } from '../packages/server/src/records/activity/types.ts'
import { insertOrganization } from '../packages/server/src/records/organizations.ts'
import { benchComparison, type Database, type Look } from './comparison.ts'
import type { Options } from './options.ts'

interface Size {
  /** In one organization; as many are in all those below another. */
  records: number
}
interface Data {
  one: OrganizationId
  above: OrganizationId
  /** Somebody with as many records as anybody else; so has a device, and a team share. */
  person: number
  device: number
  root: number
}

const TIMES = 10
const FULL = 500_000
const QUICK = 50_000
const REQUESTS = { full: 200, quick: 40 }
const AT_ONCE = 10_000

/** So many records are of the same person, of the same device and of the same team share, however many there are in all. */
const EACH = 500
const ORGANIZATIONS = 100
/** All of them were written in so many days. */
const DAYS = 400
const BEGIN = Date.UTC(2025, 0, 1)

/** The same pages, filters and exports of a log and, on another server, of one ten times as long. */
export function benchActivity(options: Options, signal: AbortSignal): Promise<string> {
  const records = options.quick ? QUICK : FULL
  return benchComparison<Size, Data>(
    {
      small: { records },
      large: { records: records * TIMES },
      describe: (size) => `${(2 * size.records).toLocaleString('en')} records`,
      subject: 'the activity',
      fill,
      looks: looks(),
      requests: options.quick ? REQUESTS.quick : REQUESTS.full,
      connections: 4,
    },
    options,
    signal,
  )
}

const TYPES = Object.values(ACTIVITY_TYPES)
  .map(({ id }) => id)
  .slice(0, 40)
/** Ids that no account has: what they were called is in the records. */
const SOMEBODY = 1_000_000

async function fill(db: Database, { records }: Size): Promise<Data> {
  const make = (parent_id: OrganizationId, name: string) =>
    db.write((tx) =>
      insertOrganization(tx, {
        parent_id,
        name,
        slug: name.toLowerCase().replace(' ', '-'),
        email: 'office@example.test',
        active: 1,
        policy: ROOT_POLICY,
        created_at: 0,
      }),
    )
  const { id: one } = await make(1 as OrganizationId, 'One')
  const { id: above } = await make(1 as OrganizationId, 'Above')
  const below: OrganizationId[] = []
  for (let n = 0; n < ORGANIZATIONS; n++) below.push((await make(above, `Customer ${n}`)).id)
  const first = below[0] ?? above
  // They get ids one after the other: what is below is found by counting.
  if (below.at(-1) !== first + ORGANIZATIONS - 1) throw new Error('The organizations have other ids')
  for (let from = 1; from <= records; from += AT_ONCE) {
    const batch = { from, to: Math.min(records, from + AT_ONCE - 1), records }
    await insertRecords(db, { ...batch, organization: `${one}`, number: 'n' })
    await insertRecords(db, {
      ...batch,
      organization: `${first} + n % ${ORGANIZATIONS}`,
      number: `n / ${ORGANIZATIONS} + 1`,
    })
  }
  await rawSql(db, `delete from activity_chain where organization_id >= ${one}`)
  await rawSql(
    db,
    `insert into activity_chain (organization_id, seq, hash)
     select acted_on_company_id, max(seq), ${noHash(db)} from activity
     where acted_on_company_id >= ${one} group by acted_on_company_id`,
  )
  if (db.dialect === 'postgres') await refreshStatistics(db.read)
  return { one, above, person: SOMEBODY + 7, device: SOMEBODY + 7, root: SOMEBODY + 7 }
}

/** Nobody follows the chain of these records. */
const noHash = (db: Database): string =>
  db.dialect === 'postgres' ? "decode(repeat('00', 32), 'hex')" : 'zeroblob(32)'

interface Batch {
  from: number
  to: number
  records: number
  /** Of the record n, as a term. */
  organization: string
  number: string
}

/** People, devices and team shares take turns, so that each of them has records in all days. */
async function insertRecords(
  db: Database,
  { from, to, records, organization, number }: Batch,
): Promise<void> {
  const isPostgres = db.dialect === 'postgres'
  const whose = `${SOMEBODY} + n % ${records / EACH}`
  const numbers = isPostgres
    ? `s as (select cast(g as bigint) as n from generate_series(${from}, ${to}) g)`
    : `s(n) as (select ${from} union all select n + 1 from s where n < ${to})`
  const types = TYPES.map((id, place) => `(${id}, ${place})`).join()
  await rawSql(
    db,
    `insert into activity (activity_type_id, actor_type, actor_company_id, actor_machine_id, actor_person_id, actor_text,
       acted_on_type, acted_on_company_id, acted_on_machine_id, acted_on_person_id, acted_on_root_id, acted_on_text,
       data_text, data_vars, created_at, seq, hash)
     with recursive ${numbers}, kinds(k, place) as (values ${types})
     select k, 'person', ${organization}, ${whose}, ${whose}, 'Ann Example',
       'root', ${organization}, null, null, ${whose}, 'Harbour hall',
       '', '{}', ${BEGIN} + n * ${Math.floor((DAYS * DAY_MS) / records)}, ${number}, ${noHash(db)}
     from s join kinds on place = n % ${TYPES.length} order by n`,
  )
}

/** A day in the middle, and the one after it. */
const MIDDLE = BEGIN + (DAYS / 2) * DAY_MS
const day = (at: number): string => encodeURIComponent(formatUtc(at))

const WHOSE = [
  ['', ({ one }: Data) => one, ''],
  [', with all below', ({ above }: Data) => above, '&below=true'],
] as const

function looks(): Look<Data>[] {
  const pages: readonly (readonly [name: string, query: (data: Data) => string])[] = [
    ['newest', () => ''],
    ['before a day in the middle', () => `to=${day(MIDDLE)}`],
    ['of one kind', () => 'kind=sign_in'],
    ['of a person', ({ person }) => `actor=${person}`],
    ['of a device', ({ device }) => `device=${device}`],
    ['of a team share', ({ root }) => `root=${root}`],
    ['of a person, of one kind', ({ person }) => `actor=${person}&kind=sign_in`],
    ['of a person, before a day', ({ person }) => `actor=${person}&to=${day(MIDDLE)}`],
  ]
  return WHOSE.flatMap(([where, of, below]) => [
    ...pages.map(([name, query]) => ({
      name: `${name}${where}`,
      paths: (data: Data) => [`/api/2/organization/${of(data)}/table/activity?${query(data)}${below}`],
    })),
    {
      name: `all of a person as CSV${where}`,
      paths: (data: Data) => [`/api/2/organization/${of(data)}/activity/export?actor=${data.person}${below}`],
    },
  ])
}
