import type { OrganizationId, PersonId } from '@holdfast/api/ids'
import { ROOT_POLICY } from '@holdfast/api/policy'
import { refreshStatistics } from '@holdfast/server/testkit/database/rows-read'
import { hire } from '@holdfast/server/testkit/people/staff'
import { insertMachine } from '../packages/server/src/records/machines.ts'
import { insertOrganization } from '../packages/server/src/records/organizations.ts'
import { insertRoot } from '../packages/server/src/records/roots.ts'
import { benchComparison, type Database, type Look } from './comparison.ts'
import type { Options } from './options.ts'

interface Size {
  /** In one organization; as many are in all those below another. */
  persons: number
  organizations: number
}
interface Data {
  one: OrganizationId
  above: OrganizationId
}

const SMALL = { persons: 1000, organizations: 20 }
const LARGE = { persons: 100_000, organizations: 2000 }
/** To so many people a device and a team share. */
const PEOPLE_EACH = 10
const AT_ONCE = 200
const REQUESTS = { full: 200, quick: 40 }

/** The same pages of administrators' lists where there is little and, on another server, a hundred times as much. */
export const benchTables = (options: Options, signal: AbortSignal): Promise<string> =>
  benchComparison<Size, Data>(
    {
      small: SMALL,
      large: LARGE,
      describe: ({ persons, organizations }) =>
        `${persons.toLocaleString('en')} persons, ${organizations.toLocaleString('en')} organizations`,
      subject: 'a page of 100 people',
      fill,
      looks: looks(),
      requests: options.quick ? REQUESTS.quick : REQUESTS.full,
      connections: 4,
    },
    options,
    signal,
  )

const FIRST = 'Ann Ben Carla Dana Elif Frida Gustav Hana Inès Jonas Kwame Lin Mei Noor Owen Priya'.split(' ')
/** Spread over the alphabet, and the same for the same number. */
const lastName = (n: number): string => {
  const mixed = Math.imul(n + 1, 2_654_435_761) >>> 0
  return mixed.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? digit)
}

async function fill(db: Database, { persons, organizations }: Size): Promise<Data> {
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
  for (let n = 1; n < organizations; n++) below.push((await make(above, `Customer ${n}`)).id)
  const person = (organizationId: OrganizationId, n: number) => ({
    organizationId,
    first: FIRST[n % FIRST.length] ?? '',
    last: lastName(n),
    email: `person${n}.${organizationId}@example.test`,
    more: {
      seen_at: 1 + (Math.imul(n, 40_503) >>> 12),
      shown_space: Math.imul(n, 69_069) >>> 8,
      two_step_mode: 'email' as const,
      // A few anywhere.
      locked_until: n % (persons / 20) === 7 ? 4_000_000_000_000 : null,
    },
  })
  await hire(
    db,
    Array.from({ length: persons }, (_, n) => person(one, n)),
  )
  await hire(
    db,
    Array.from({ length: persons }, (_, n) => person(below[n % below.length] ?? above, n)),
  )
  await db.write((tx) => tx.updateTable('person').set({ email_verified_at: 1 }).execute())
  const things = Array.from({ length: persons / PEOPLE_EACH }, (_, n) => n)
  await fillThings(
    db,
    things.flatMap((n) => [[one, n] as const, [below[n % below.length] ?? above, n] as const]),
  )
  if (db.dialect === 'postgres') await refreshStatistics(db.read)
  return { one, above }
}

/** A device and a team share each, with names and figures as mixed as those of people. */
async function fillThings(
  db: Database,
  things: readonly (readonly [OrganizationId, number])[],
): Promise<void> {
  for (let from = 0; from < things.length; from += AT_ONCE)
    await db.write(async (tx) => {
      for (const [organization_id, n] of things.slice(from, from + AT_ONCE)) {
        await insertMachine(tx, {
          organization_id,
          person_id: 1 as PersonId,
          client_id: 'bench',
          guid: `${organization_id}-${n}`,
          dns_name: `${FIRST[n % FIRST.length]}-${lastName(n)}`,
          machine_type: 'agent',
          seen_at: 1 + (Math.imul(n, 40_503) >>> 12),
          problem_count: n % 500 === 7 ? 1 : 0,
          created_at: 0,
        })
        await insertRoot(tx, {
          organization_id,
          root_type: 'share',
          name: `${lastName(n)} ${FIRST[n % FIRST.length]}`,
          shown_space: Math.imul(n, 69_069) >>> 8,
          shown_change: 1 + (Math.imul(n, 40_503) >>> 12),
          created_at: 0,
        })
      }
    })
}

/** Whose lists are looked at, and what that adds to the name of a look. */
const WHOSE = [
  ['', ({ one }: Data) => one, ''],
  [', with all below', ({ above }: Data) => above, '&below=true'],
] as const

const looksAt = (list: string, pages: readonly (readonly [name: string, query: string])[]): Look<Data>[] =>
  WHOSE.flatMap(([where, of, below]) =>
    pages.map(([name, query]) => ({
      name: `${name}${where}`,
      paths: (data) => [`/api/2/organization/${of(data)}/table/${list}?${query}${below}`],
    })),
  )

function looks(): Look<Data>[] {
  const pages = [
    ['by name', 'sort=name'],
    ['by name, from the middle', 'sort=name&start=m'],
    ['last to sign in first', 'sort=-seen'],
    ['most storage first', 'sort=-space'],
    ['locked', 'view=locked'],
    ['of a rare name', 'q=qqx'],
    ['of a common name, by storage', 'q=elif&sort=-space'],
    // Nobody: so many are looked at, and no more.
    ['by a filter without an index', 'email_unverified=true'],
  ] as const
  return [
    ...looksAt('persons', pages),
    ...looksAt('machines', [
      ['devices by name', 'sort=name'],
      ['devices, last seen first', 'sort=-seen'],
      ['devices with problems', 'view=attention'],
      ['devices of a common name', 'q=elif'],
    ]),
    ...looksAt('shares', [
      ['team shares by name', 'sort=name'],
      ['team shares, most storage first', 'sort=-space'],
      ['team shares with people outside', 'view=external'],
    ]),
    {
      name: 'customers, worst first',
      paths: ({ above }) => [`/api/2/organization/${above}/table/organizations?below=true`],
    },
    {
      name: 'figures and alerts of all',
      paths: ({ above }) => [`/api/2/organization/${above}/metrics/summary`],
    },
    { name: 'what one may do', paths: ({ above }) => [`/api/2/organization/${above}/may`] },
    {
      name: 'organizations by name',
      paths: ({ above }) => [`/api/2/organization/${above}/tree?q=customer+1`],
    },
  ]
}
