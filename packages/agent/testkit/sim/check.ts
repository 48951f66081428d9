import { nameKey, storedName } from '@holdfast/api/names'
import { isIgnored } from '../../src/core/ignore.ts'
import { type Entry, TOP } from '../server/entry.ts'
import type { Device } from './device.ts'
import type { Node } from './model-disk.ts'
import type { World } from './world.ts'

/** What is wrong with a world at rest; undefined if nothing is. */
export function findFault(world: World): string | undefined {
  return (
    treeFault(world) ??
    world.devices.map((device) => convergenceFault(world, device)).find(Boolean) ??
    lostContent(world) ??
    returnedContent(world)
  )
}

/** N: a name is there once, and everything can be reached. */
function treeFault(world: World): string | undefined {
  const root = world.root()
  const live = [...root.entries.values()].filter((entry) => root.isLive(entry))
  const places = new Set(live.map(({ parentId, name }) => `${parentId}/${nameKey(name)}`))
  if (places.size < live.length) return 'names: one is there twice'
  return undefined
}

/** C and F: the disk has what the service has, and the agent knows it. */
function convergenceFault(world: World, device: Device): string | undefined {
  const wanted = remoteTree(world, device.deselected)
  const found = localTree(device)
  if (device.readOnly) {
    const kinds = (tree: string[]) => tree.map((line) => line.replace(/ c\d+$/, ' file'))
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

function knownFault(world: World, { name, session }: Device): string | undefined {
  const known = session?.engine.state.trees.remote
  const root = world.root()
  for (const entry of root.entries.values())
    if (root.isLive(entry) && known?.live(entry.id)?.ver !== entry.ver)
      return `feed: ${name} does not know ${entry.id}`
  return undefined
}

/** `hidden` folders are left out, with what is in them. */
export function remoteTree(world: World, hidden: ReadonlySet<Entry['id']> = new Set()): string[] {
  const root = world.root()
  const lines: string[] = []
  const walk = (parentId: Entry['id'], path: string) => {
    for (const { id, name, kind, content, deleted } of root.children(parentId)) {
      if (deleted || hidden.has(id)) continue
      lines.push(`${path}/${name} ${kind === 'file' ? content : 'folder'}`)
      if (kind === 'folder') walk(id, `${path}/${name}`)
    }
  }
  walk(TOP, '')
  return lines.sort()
}

export function localTree({ disk, session }: Device): string[] {
  const leftovers = session?.engine.state.trees.leftovers ?? new Set()
  const isLeftover = (node: Node): boolean =>
    leftovers.has(node.id) && disk.children(node).every((child) => isIgnored(child.name) || isLeftover(child))
  const lines: string[] = []
  const walk = (folder: Node, path: string) => {
    for (const node of disk.children(folder)) {
      if (isIgnored(node.name) || isLeftover(node)) continue
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
  for (const { disk, readOnly } of world.devices)
    if (readOnly) for (const { content } of disk.all()) kept.add(content)
  const isAccountedFor = (content: string) =>
    kept.has(content) || journal.gone.has(content) || journal.excused.has(content) || journal.bin.has(content)
  const lost = [...journal.written].find((content) => !isAccountedFor(content))
  return lost && `lost: ${lost}`
}

/** D: what was deleted by the last who touched it stays so. */
function returnedContent(world: World): string | undefined {
  const root = world.root()
  const returned = [...world.liveContents()].find((content) => {
    if (!world.journal.mustStayDeleted(content)) return false
    // Moved or brought back on the service: then that came later, or beat the delete.
    const entry = [...root.entries.values()].find((one) => root.isLive(one) && one.content === content)
    const lines = root.log.filter(({ entry: its }) => its?.id === entry?.id)
    const [first] = lines
    return lines.every(
      ({ op, entry: its }) =>
        op !== 'restore' && its?.name === first?.entry?.name && its?.parentId === first?.entry?.parentId,
    )
  })
  return returned && `returned: ${returned}`
}
