// A process that keeps a folder as an agent does, and tells what that costs it; run by folder.ts.
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { EntryId, RevisionId } from '@holdfast/api/ids'
import { formatUtc } from '@holdfast/api/time'
import { TOP_LOCAL, type Way } from '../packages/agent/src/core/local-tree.ts'
import { plan } from '../packages/agent/src/core/plan.ts'
import { TOP_ROW } from '../packages/agent/src/core/remote-tree.ts'
import { NodeDisk } from '../packages/agent/src/disk/node-disk.ts'
import { prepareFolder } from '../packages/agent/src/disk/prepare-folder.ts'
import type { Engine } from '../packages/agent/src/engine/engine.ts'
import { LIMITS } from '../packages/agent/src/engine/limits.ts'
import { Problems } from '../packages/agent/src/engine/problems.ts'
import { scan } from '../packages/agent/src/engine/scan.ts'
import { State } from '../packages/agent/src/engine/state.ts'
import type { Cost, Looked } from './folder.ts'

const [given = '', rounds = ''] = process.argv.slice(2)
const { folder, marker } = await prepareFolder(given, { rootId: 1, machine: 'bench', others: [] })
const disk = new NodeDisk({ folder, marker, machine: () => 'bench', now: Date.now, onHint: () => {} })

/** What the process holds, in MiB, after it has cleaned up. */
async function memory(): Promise<number> {
  for (let n = 0; n < 3; n++) {
    await new Promise(setImmediate)
    globalThis.gc?.()
  }
  const held = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
  return Number(held) / 1024
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
  if (listed === 'changed') throw new Error('Somebody changes the folder')
  for (const entry of listed) if (entry.kind === 'folder') await listAll([...way, entry])
}

const state = new State({
  position: undefined,
  rows: [],
  links: [],
  files: [],
  intents: [],
  leftovers: [],
  deselected: [],
  unread: [],
  opCount: 0,
})
const clock = { now: Date.now, pause: () => Promise.resolve() }
const limits = { ...LIMITS, readFiles: Number.POSITIVE_INFINITY, readBytes: Number.POSITIVE_INFINITY }
// A look needs no more of an engine than this.
const engine = {
  state,
  disk,
  clock,
  limits,
  problems: new Problems(state.trees, clock),
} as Partial<Engine> as Engine

/** As a service would tell of all that is there, so that the engine holds what it does where all is in sync. */
function syncAll(): void {
  const { local, remote, links } = state.trees
  const ids = new Map(
    [TOP_LOCAL, ...[...local.entries()].map(({ id }) => id)].map((id, n) => [id, n as EntryId]),
  )
  for (const { id: localId, parentId: localParent, kind, name, content, size } of local.entries()) {
    const [id, parentId] = [ids.get(localId) ?? TOP_ROW, ids.get(localParent) ?? TOP_ROW]
    const isFile = kind === 'file'
    const modified = isFile ? formatUtc(Date.now()) : null
    const [ver, seq, revisionId] = [1, id, isFile ? (id as number as RevisionId) : null]
    remote.learn({ id, parentId, kind, name, ver, seq, revisionId, content, size, modified, deleted: false })
    const place = { rowParent: parentId, localParent, name }
    links.put({ rowId: id, localId, kind, ...place, content, contentVer: ver, placeVer: ver })
  }
  const { ops, waits } = plan(state.trees, 'everything')
  if (ops.length + waits.length > 0) throw new Error('There is something left to do')
  state.takeChanges()
}

// No file was made just now any more.
await delay(2500)
const before = await memory()
const watching = await measure(() => listAll([]))
const watched = await memory()
const lists = await measureAll(() => listAll([]))
const first = await measure(() => scan(engine, 'whole'))
syncAll()
const scans = await measureAll(() => scan(engine, 'whole'))
const looked: Looked = {
  watches: disk.watches.watched,
  watching,
  watchMib: watched - before,
  lists,
  first,
  scans,
  mib: await memory(),
}
console.log(JSON.stringify(looked))
await disk.close()
