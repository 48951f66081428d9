import { nameKey, storedName } from '@holdfast/api/files/names'
import { isIgnored } from '../../src/core/ignore.ts'
import { type Entry, TOP } from '../model-service/entry.ts'
import type { ModelRoot } from '../model-service/model-root.ts'
import type { Device } from './device.ts'
import type { Node } from './disk-tree.ts'
import { historyFault } from './history.ts'
import type { World } from './world.ts'

/** What is wrong with a world at rest; undefined if nothing is. */
export function findFault(world: World): string | undefined {
  return (
    unseenDelete(world) ??
    treeFault(world) ??
    world.devices
      .map((device) => (device.left ? undefined : convergenceFault(world, device)))
      .find(Boolean) ??
    halfContent(world) ??
    historyFault(world) ??
    lostContent(world) ??
    returnedContent(world) ??
    world.devices.map((device) => (device.left ? undefined : timeFault(world, device))).find(Boolean) ??
    world.devices.map((device) => (device.left ? undefined : statusFault(device))).find(Boolean)
  )
}

/** G: an agent deletes only what it has seen to be gone, in a listing that would have shown it. */
function unseenDelete({ devices }: World): string | undefined {
  const device = devices.find((one) => one.unseenDelete !== undefined)
  return device && `unseen: ${device.name} deleted ${device.unseenDelete} without having seen it go`
}

/** S: a device that is at rest says so, or which items are not. */
function statusFault({ name, sync }: Device): string | undefined {
  const { state, problems } = sync?.status() ?? {}
  const isTold = state === (problems?.length ? 'attention' : 'synced')
  return isTold ? undefined : `status: ${name} is ${state} with ${problems?.length} problems`
}

/** N: a name is there once, and everything can be reached. */
function treeFault(world: World): string | undefined {
  for (const root of world.roots()) {
    const live = [...root.entries.values()].filter((entry) => root.isLive(entry))
    const places = new Set(live.map(({ parentId, name }) => `${parentId}/${nameKey(name)}`))
    if (places.size < live.length) return 'names: one is there twice'
  }
  return undefined
}

/** C and F: the disk has what the service has, and the agent knows it. */
function convergenceFault(world: World, device: Device): string | undefined {
  const refused = refusedItems(device)
  const wanted = remoteTree(world, new Set([...device.deselected, ...refused.rows]), device.rootId, isIgnored)
  const found = localTree(device, refused.locals)
  if (device.readOnly) {
    const kinds = (tree: string[]) => tree.map((line) => line.replace(/ (c\d+|ignored)$/, ' file'))
    const there = new Set(kinds(found))
    const missing = kinds(wanted).find((line) => !there.has(line))
    return (
      missing && `diverged (read only): ${device.name} lacks ${missing}\n service ${wanted}\n disk ${found}`
    )
  }
  return wanted.join() === found.join()
    ? knownFault(world, device)
    : `diverged: ${device.name}\n service ${wanted}\n disk    ${found}`
}

/** Items with names that the service cannot hold, as the agent reports them, what is in them, and what they are there. */
function refusedItems({ sync, engine, disk }: Device): { locals: Set<string>; rows: Set<Entry['id']> } {
  const problems = sync?.status().problems ?? []
  const paths = new Set(problems.flatMap(({ path, reason }) => (reason === 'name_refused' ? path : [])))
  const isRefused = (node: Node): boolean =>
    paths.has(pathOf(node)) || (node.parent !== undefined && isRefused(node.parent))
  const items = disk.all().filter(isRefused)
  const links = items.flatMap(({ id }) => engine?.state.trees.links.ofLocal(id) ?? [])
  return { locals: new Set(items.map(({ id }) => id)), rows: new Set(links.map(({ rowId }) => rowId)) }
}

const pathOf = (node: Node): string =>
  node.parent?.parent ? `${pathOf(node.parent)}/${node.name}` : node.name

/** P: what was half written has reached nobody. */
const halfContent = ({ devices }: World): string | undefined =>
  devices.some(({ hasSentHalf }) => hasSentHalf) ? 'half: a file was sent while it was written' : undefined

function knownFault(world: World, { name, engine, rootId }: Device): string | undefined {
  const known = engine?.state.trees.remote
  const root = world.root(rootId)
  for (const entry of root.entries.values())
    if (root.isLive(entry) && known?.live(entry.id)?.ver !== entry.ver)
      return `feed: ${name} does not know ${entry.id}`
  return undefined
}

/** `hidden` folders are left out, with what is in them. */
export function remoteTree(
  world: World,
  hidden: ReadonlySet<Entry['id']> = new Set(),
  rootId?: Device['rootId'],
  isLeftOut: (name: string) => boolean = () => false,
): string[] {
  const root = world.root(rootId)
  const lines: string[] = []
  const walk = (parentId: Entry['id'], path: string) => {
    for (const { id, name, kind, content, deleted } of root.children(parentId)) {
      if (deleted || hidden.has(id) || isLeftOut(name)) continue
      lines.push(`${path}/${name} ${kind === 'file' ? content : 'folder'}`)
      if (kind === 'folder') walk(id, `${path}/${name}`)
    }
  }
  walk(TOP, '')
  return lines.sort()
}

export function localTree({ disk, engine }: Device, hidden: ReadonlySet<string> = new Set()): string[] {
  const leftovers = engine?.state.trees.leftovers ?? new Set()
  const isLeftover = (node: Node): boolean =>
    leftovers.has(node.id) && disk.children(node).every((child) => isIgnored(child.name) || isLeftover(child))
  const lines: string[] = []
  const walk = (folder: Node, path: string) => {
    for (const node of disk.children(folder)) {
      if (isIgnored(node.name) || isLeftover(node) || hidden.has(node.id)) continue
      const at = `${path}/${storedName(node.name)}`
      lines.push(`${at} ${node.kind === 'file' ? node.content : 'folder'}`)
      walk(node, at)
    }
  }
  walk(disk.top, '')
  return lines.sort()
}

/** E: every content that someone wrote is there, unless someone who had it took it away. */
function lostContent(world: World): string | undefined {
  const { journal } = world
  const kept = new Set(world.liveContents())
  for (const { node } of world.users.flatMap(({ away }) => away)) kept.add(node.content)
  for (const { disk, readOnly, left } of world.devices)
    if (readOnly || left || world.features.has('refused') || world.features.has('ignored_names'))
      for (const { content } of disk.all()) kept.add(content)
  // A program that could not go on has left its files behind.
  for (const { disk } of world.devices)
    for (const { name, content } of disk.all()) if (isIgnored(name)) kept.add(content)
  const isAccountedFor = (content: string) =>
    kept.has(content) || journal.gone.has(content) || journal.excused.has(content) || journal.bin.has(content)
  const lost = [...journal.written].find((content) => !isAccountedFor(content))
  return lost && `lost: ${lost}`
}

/** What makes one file of two, each of which keeps its time. */
const JOINING = ['store_loss', 'epoch', 'out', 'between', 'select', 'ignored_names'] as const

/** T: a file has the time that the service has for it. */
function timeFault(world: World, { name, disk, engine, rootId, readOnly }: Device): string | undefined {
  if (readOnly || JOINING.some((feature) => world.features.has(feature))) return undefined
  for (const node of disk.all()) {
    const link = engine?.state.trees.links.ofLocal(node.id)
    const entry = link && world.root(rootId).entries.get(link.rowId)
    if (entry?.kind !== 'file' || Math.floor(entry.modifiedAt / 1000) * 1000 === node.modified) continue
    return `time: ${name} has ${node.name} of ${node.modified}, the service ${entry.modifiedAt}`
  }
  return undefined
}

/** D: what was deleted by the last who touched it stays so. */
function returnedContent(world: World): string | undefined {
  const returned = [...world.liveContents()].find((content) => {
    if (!world.journal.mustStayDeleted(content)) return false
    // Moved or brought back on the service: then that came later, or beat the delete.
    const { root, entry } = whereIs(world, content)
    const lines = root.log.filter(({ entry: its }) => its?.id === entry?.id)
    const [first] = lines
    return lines.every(
      ({ op, entry: its }) =>
        op !== 'restore' && its?.name === first?.entry?.name && its?.parentId === first?.entry?.parentId,
    )
  })
  return returned && `returned: ${returned}`
}

function whereIs(world: World, content: string): { root: ModelRoot; entry: Entry | undefined } {
  for (const root of world.roots())
    for (const entry of root.entries.values())
      if (entry.content === content && root.isLive(entry)) return { root, entry }
  return { root: world.root(), entry: undefined }
}
