// A process that keeps a folder as an agent does, and tells what that costs it; run by folder.ts, first to bring all in
// sync, then, as the next process, to find it so.
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { EntryId, RevisionId } from '@holdfast/api/ids'
import { formatUtc } from '@holdfast/api/time'
import type { LocalId } from '../packages/agent/src/core/local-id.ts'
import { TOP_LOCAL, type Way } from '../packages/agent/src/core/local-tree.ts'
import { plan } from '../packages/agent/src/core/plan.ts'
import { TOP_ROW } from '../packages/agent/src/core/remote-tree.ts'
import { NodeDisk } from '../packages/agent/src/disk/node-disk.ts'
import { prepareFolder } from '../packages/agent/src/disk/prepare-folder.ts'
import { scan } from '../packages/agent/src/engine/scan.ts'
import type { Engine } from '../packages/agent/src/engine/state/engine.ts'
import { LIMITS } from '../packages/agent/src/engine/state/limits.ts'
import { Problems } from '../packages/agent/src/engine/state/problems.ts'
import { State } from '../packages/agent/src/engine/state/state.ts'
import { SqliteStore } from '../packages/agent/src/store/sqlite-store.ts'
import type { Cost, Made, Started } from './folder.ts'

const [how = '', given = '', database = '', rounds = ''] = process.argv.slice(2)
const { folder, marker } = await prepareFolder(given, { rootId: 1, machine: 'bench', others: [] })
const notes = `${database}.moving.json`
const disk = new NodeDisk({
  ...{ folder, marker, notes, machine: () => 'bench' },
  now: Date.now,
  onHint: () => {},
})

/** What the process holds, in MiB, after it has cleaned up. */
async function memory(): Promise<number> {
  for (let n = 0; n < 3; n++) {
    await new Promise(setImmediate)
    globalThis.gc?.()
  }
  return mibOf('VmRSS')
}

function mibOf(line: 'VmRSS' | 'VmHWM'): number {
  const told = new RegExp(`^${line}:\\s+(\\d+) kB$`, 'm').exec(readFileSync('/proc/self/status', 'utf8'))
  return Number(told?.[1]) / 1024
}

async function measure(deed: () => Promise<unknown>): Promise<Cost> {
  const [cpu, at] = [process.cpuUsage(), performance.now()]
  await deed()
  const { user, system } = process.cpuUsage(cpu)
  return { cpu: (user + system) / 1e6, wall: (performance.now() - at) / 1000 }
}

async function measureAll(deed: () => Promise<unknown>): Promise<Cost[]> {
  const costs: Cost[] = []
  for (let round = 0; round < Number(rounds); round++) costs.push(await measure(deed))
  return costs
}

async function listAll(way: Way): Promise<void> {
  const listed = await disk.list(way)
  if (typeof listed === 'string') throw new Error('Somebody changes the folder')
  for (const entry of listed.entries) if (entry.kind === 'folder') await listAll([...way, entry])
}

const clock = { now: Date.now, pause: () => Promise.resolve() }
const limits = { ...LIMITS, readFiles: Number.POSITIVE_INFINITY, readBytes: Number.POSITIVE_INFINITY }

/** A look needs no more of an engine than this. */
async function openEngine(store: SqliteStore): Promise<Engine> {
  const state = new State(await store.load(), limits.heldItems)
  const some: Partial<Engine> = { state, disk, clock, limits, problems: new Problems(state.trees, clock) }
  return some as Engine
}

/** As a service would tell of all that is there, so that the next process finds all in sync. */
async function syncAll(store: SqliteStore, { state }: Engine): Promise<void> {
  const { local, remote, links } = state.trees
  const ids = new Map<LocalId, EntryId>([[TOP_LOCAL, TOP_ROW]])
  for (const { id } of local.entries()) ids.set(id, ids.size as EntryId)
  for (const {
    id: localId,
    parentId: localParent,
    kind,
    name,
    content,
    size,
    modified: localModified,
  } of local.entries()) {
    const [id, parentId] = [ids.get(localId) ?? TOP_ROW, ids.get(localParent) ?? TOP_ROW]
    const isFile = kind === 'file'
    const modified = isFile ? formatUtc(Date.now()) : null
    const [ver, seq, revisionId] = [1, id, isFile ? (id as number as RevisionId) : null]
    remote.learn({ id, parentId, kind, name, ver, seq, revisionId, content, size, modified, deleted: false })
    const place = { rowParent: parentId, localParent, name }
    links.put({
      rowId: id,
      localId,
      kind,
      ...place,
      content,
      modified,
      localModified,
      contentVer: ver,
      placeVer: ver,
    })
  }
  const changes = state.takeChanges()
  if (changes) await store.commit(changes)
}

async function make(): Promise<Made> {
  // No file was made just now any more.
  await delay(2500)
  const before = await memory()
  const watching = await measure(() => listAll([]))
  const watched = await memory()
  const lists = await measureAll(() => listAll([]))
  const store = new SqliteStore(database)
  const engine = await openEngine(store)
  const first = await measure(() => scan(engine, 'whole'))
  await syncAll(store, engine)
  store.close()
  return { watches: disk.watches.watched, watching, watchMib: watched - before, lists, first }
}

async function start(): Promise<Started> {
  let engine: Engine | undefined
  const starting = await measure(async () => {
    engine = await openEngine(new SqliteStore(database))
    await scan(engine, 'whole')
    const { ops, waits } = plan(engine.state.trees, 'everything')
    if (ops.length + waits.length > 0) throw new Error('There is something left to do')
  })
  const scans = await measureAll(async () => engine && scan(engine, 'whole'))
  return { starting, scans, mib: await memory(), mostMib: mibOf('VmHWM') }
}

console.log(JSON.stringify(how === 'make' ? await make() : await start()))
await disk.close()
