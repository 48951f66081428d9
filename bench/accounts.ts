import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { Client } from '@holdfast/api/client'
import { type Crowd, makeCrowd } from '@holdfast/server/testkit/crowds'
import { openQuietly } from '@holdfast/server/testkit/open-quietly'
import type { Place } from '@holdfast/server/testkit/stacks'
import { ACCOUNT, type Holdfast, startHoldfast } from './holdfast.ts'
import { LoadClient } from './load.ts'
import { type Figures, Measurement } from './measure.ts'
import type { Options } from './options.ts'
import { openGround } from './place.ts'
import { formatRatio, formatSpread, renderTable } from './table.ts'

// As many groups as fill a page, so that pages of both hold as much.
const SMALL = { persons: 100, groups: 100 }
const LARGE = { persons: 100_000, groups: 10_000 }
const PAGE = 100
const REQUESTS = { full: 2000, quick: 300 }

interface Look {
  name: string
  /** What is asked for in turns. */
  paths: (crowd: Crowd) => string[]
}

interface Compared {
  name: string
  small: Figures
  large: Figures
}

/** An installation with one organization in it, which a system administrator looks at. */
interface Subject {
  crowd: Crowd
  server: Holdfast
  authorization: string
}

/** The same looks at an organization of a hundred accounts and, on another server, at one of a hundred thousand. */
export async function benchAccounts(options: Options, signal: AbortSignal): Promise<string> {
  await using resources = new AsyncDisposableStack()
  const dir = mkdtempSync(path.join(tmpdir(), 'holdfast-bench-'))
  resources.defer(() => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }))
  const load = await LoadClient.compile(dir, signal)
  const ground = await openGround(options.stack, dir, resources)
  const start = async (place: Place) => {
    const server = await startHoldfast({ place, logLevel: 'warn', signal })
    resources.defer(() => server.stop())
    return server
  }
  console.error('… preparing')
  const small = await prepare(ground.place, SMALL, start)
  // In a database of its own: what reads a table whole would cost as much for the small one beside it.
  const large = await prepare(await ground.openAnother(), LARGE, start)

  const measurement = new Measurement(load, options.rounds)
  const requests = options.quick ? REQUESTS.quick : REQUESTS.full
  const compared: Compared[] = []
  for (const { name, paths } of looks().filter((look) => look.name.includes(options.only))) {
    if (!(await isServed(small, paths(small.crowd)[0] ?? ''))) {
      console.error(`… ${name}: not served`)
      continue
    }
    console.error(`… ${name}`)
    const side = ({ server, crowd, authorization }: Subject) => ({
      target: { port: server.port, pids: [server.pid, ...ground.pids] },
      request: { paths: paths(crowd), headers: [`Authorization: ${authorization}`], status: 200 },
    })
    const plan = { unit: 'ms', requests, connections: 8 } as const
    const [first, second] = await measurement.compare(plan, [side(small), side(large)])
    if (first && second) compared.push({ name, small: first, large: second })
  }
  return renderComparison(compared)
}

async function prepare(
  place: Place,
  size: typeof SMALL,
  start: (place: Place) => Promise<Holdfast>,
): Promise<Subject> {
  // Once for nothing but the tables.
  await (await start(place)).stop()
  const crowd = await fill(place, size)
  const server = await start(place)
  setDefaultCACertificates([
    ...getCACertificates('default'),
    readFileSync(path.join(place.dataDir, 'tls-cert.pem'), 'utf8'),
  ])
  const client = new Client({ baseUrl: server.url })
  await client.signIn(ACCOUNT.email, ACCOUNT.password)
  return { crowd, server, authorization: `Bearer ${client.session?.accessToken}` }
}

async function fill({ database }: Place, size: typeof SMALL): Promise<Crowd> {
  const db = await openQuietly(database)
  try {
    return await makeCrowd(db, 'crowd', size)
  } finally {
    await db.close()
  }
}

function looks(): Look[] {
  const page = (list: 'persons' | 'groups', offset: (total: number) => number) => (crowd: Crowd) => [
    `/api/2/organization/${crowd.organizationId}/${list}?offset=${offset(crowd[list])}`,
  ]
  const pages = (list: 'persons' | 'groups'): Look[] => [
    { name: `${list}, first page`, paths: page(list, () => 0) },
    // Of a list of one page, the page itself.
    {
      name: `${list}, middle page`,
      paths: page(list, (total) => (total > PAGE ? Math.floor(total / 2) : 0)),
    },
    { name: `${list}, last page`, paths: page(list, (total) => total - PAGE) },
  ]
  const groups = (crowd: Crowd, rest = '') => crowd.outermost.map((id) => `/api/2/group/${id}${rest}`)
  return [
    ...pages('persons'),
    ...pages('groups'),
    { name: 'group', paths: (crowd) => groups(crowd) },
    { name: 'members of a group', paths: (crowd) => groups(crowd, '/members') },
    {
      name: 'members of a group, ten deep',
      paths: (crowd) => groups(crowd, '/members?include_from_group=true'),
    },
  ]
}

async function isServed({ server, authorization }: Subject, address: string): Promise<boolean> {
  const response = await fetch(server.url + address, { headers: { authorization } })
  await response.text()
  return response.status !== 404
}

function renderComparison(compared: readonly Compared[]): string {
  const size = ({ persons, groups }: typeof SMALL) =>
    `${persons.toLocaleString('en')} persons, ${groups.toLocaleString('en')} groups`
  const rows = compared.map(({ name, small, large }) => [
    name,
    formatSpread(small.cpu),
    formatSpread(large.cpu),
    formatRatio(large.cpu, small.cpu),
  ])
  return [
    'Server CPU time for one look at an organization, ms: median of all rounds (lowest–highest).',
    renderTable(['Look', size(SMALL), size(LARGE), 'Ratio'], rows),
  ].join('\n\n')
}
