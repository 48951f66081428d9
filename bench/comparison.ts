import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { Client } from '@holdfast/api/client'
import { openUnlocked } from '@holdfast/server/testkit/database/open-unlocked'
import type { Place } from '@holdfast/server/testkit/servers/stacks'
import { ACCOUNT, type Holdfast, startHoldfast } from './holdfast.ts'
import { LoadClient } from './load.ts'
import { type Figures, Measurement } from './measure.ts'
import type { Options } from './options.ts'
import { openGround } from './place.ts'
import { formatRatio, formatSpread, renderTable } from './table.ts'

export type Database = Awaited<ReturnType<typeof openUnlocked>>

/** Something to ask for, in little data and in much. */
export interface Look<Data> {
  name: string
  /** What is asked for in turns. */
  paths: (data: Data) => string[]
}

/** The same looks at two installations that differ in size alone. */
export interface Growth<Size, Data> {
  small: Size
  large: Size
  describe: (size: Size) => string
  /** What one look is a look at. */
  subject: string
  fill: (db: Database, size: Size) => Promise<Data>
  looks: readonly Look<Data>[]
  requests: number
  connections: number
}

interface Subject<Data> {
  data: Data
  server: Holdfast
  authorization: string
}

interface Compared {
  name: string
  small: Figures
  large: Figures
}

export async function benchComparison<Size, Data>(
  growth: Growth<Size, Data>,
  options: Options,
  signal: AbortSignal,
): Promise<string> {
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
  const small = await prepare(ground.place, (db) => growth.fill(db, growth.small), start)
  // In a database of its own: what reads a table whole would cost as much for the small one beside it.
  const large = await prepare(await ground.openAnother(), (db) => growth.fill(db, growth.large), start)

  const measurement = new Measurement(load, options.rounds)
  const compared: Compared[] = []
  for (const { name, paths } of growth.looks.filter((look) => look.name.includes(options.only))) {
    if (!(await isServed(small, paths(small.data)[0] ?? ''))) {
      console.error(`… ${name}: not served`)
      continue
    }
    console.error(`… ${name}`)
    const side = ({ server, data, authorization }: Subject<Data>) => ({
      target: { port: server.port, pids: [server.pid, ...ground.pids] },
      request: { paths: paths(data), headers: [`Authorization: ${authorization}`], status: 200 },
    })
    const plan = { unit: 'ms', requests: growth.requests, connections: growth.connections } as const
    const [first, second] = await measurement.compare(plan, [side(small), side(large)])
    if (first && second) compared.push({ name, small: first, large: second })
  }
  return renderComparison(growth, compared)
}

async function prepare<Data>(
  place: Place,
  fill: (db: Database) => Promise<Data>,
  start: (place: Place) => Promise<Holdfast>,
): Promise<Subject<Data>> {
  // Once for nothing but the tables.
  await (await start(place)).stop()
  const db = await openUnlocked(place)
  const data = await fill(db).finally(() => db.close())
  const server = await start(place)
  setDefaultCACertificates([
    ...getCACertificates('default'),
    readFileSync(path.join(place.dataDir, 'tls-cert.pem'), 'utf8'),
  ])
  const client = new Client({ baseUrl: server.url })
  await client.signIn(ACCOUNT.email, ACCOUNT.password)
  return { data, server, authorization: `Bearer ${client.session?.accessToken}` }
}

async function isServed<Data>({ server, authorization }: Subject<Data>, address: string): Promise<boolean> {
  const response = await fetch(server.url + address, { headers: { authorization } })
  await response.text()
  return response.status !== 404
}

function renderComparison<Size, Data>(
  { small, large, describe, subject }: Growth<Size, Data>,
  compared: readonly Compared[],
): string {
  const rows = compared.map((each) => [
    each.name,
    formatSpread(each.small.cpu),
    formatSpread(each.large.cpu),
    formatRatio(each.large.cpu, each.small.cpu),
  ])
  return [
    `Server CPU time for one look at ${subject}, ms: median of all rounds (lowest–highest).`,
    renderTable(['Look', describe(small), describe(large), 'Ratio'], rows),
  ].join('\n\n')
}
