import type { MachineId, PersonId, RootId } from '@holdfast/api/ids'
import type { Caller } from '../model-service/entry.ts'
import type { ModelRoot } from '../model-service/model-root.ts'
import type { ModelServer } from '../model-service/model-server.ts'
import type { Chance } from './chance.ts'
import type { Device } from './device.ts'
import type { Node } from './disk-tree.ts'
import type { Journal } from './journal.ts'

/** What of a world something happens in. */
interface Scene {
  readonly chance: Chance
  readonly server: ModelServer
  readonly devices: readonly Device[]
  readonly journal: Journal
  root(id: RootId): ModelRoot
}

export const person = (id: number): Caller => ({
  personId: id as PersonId,
  machineId: id as MachineId,
  name: `Person ${id}`,
})

/** Somebody takes a device's access away, or gives it back. */
export function changeAccess(scene: Scene, { name, who: { personId }, readOnly, rootId }: Device): string {
  const { roles } = scene.root(rootId)
  if (roles.has(personId)) roles.delete(personId)
  else roles.set(personId, readOnly ? 'view' : 'edit')
  return `${name} has ${roles.has(personId) ? 'access' : 'no access'}`
}

/** The disk is unmounted, or is there again. */
export function attachOrDetach({ name, disk }: Device): string {
  disk.isMounted = !disk.isMounted
  return `${name} is ${disk.isMounted ? 'mounted' : 'unmounted'}`
}

/** A folder cannot be looked into, or all can again. */
export function closeOrOpen(scene: Scene, { name, disk: { closed }, disk }: Device): string | undefined {
  if (closed.size > 0 && scene.chance.happens(0.5)) {
    closed.clear()
    return `${name} can look everywhere`
  }
  const folder = scene.chance.pick(disk.all().filter(({ kind }) => kind === 'folder'))
  if (folder) closed.add(folder)
  return folder && `${name} cannot look into ${folder.name}`
}

/** Another volume is mounted on a folder, or unmounted. */
export function mountOrUnmount(scene: Scene, { name, disk }: Device): string | undefined {
  const { covered } = disk
  if (covered.size > 0 && scene.chance.happens(0.5)) {
    covered.clear()
    return `${name} has no other volumes`
  }
  const isFree = (node: Node) =>
    ![...covered].some((one) => disk.isInside(node, one) || disk.isInside(one, node))
  const folder = scene.chance.pick(disk.all().filter((node) => node.kind === 'folder' && isFree(node)))
  if (folder) covered.add(folder)
  return folder && `${name} has another volume on ${folder.name}`
}

/** One that is asked to leave may have lost its access before. */
export function leaveRoot(scene: Scene, device: Device): string | undefined {
  if (scene.devices.some(({ leaving }) => leaving !== undefined) || scene.chance.happens(0.7))
    return undefined
  if (scene.chance.happens(0.5)) scene.root(device.rootId).roles.delete(device.who.personId)
  // What was deleted here and not sent yet stays on the service.
  scene.journal.deletesMayReturn = true
  device.leave(scene.server.epoch)
  return `${device.name} is to leave`
}

/** A folder is deselected, or all are selected again. */
export function selectFolders(scene: Scene, device: Device): string | undefined {
  if (device.deselected.size > 0 && scene.chance.happens(0.5)) {
    device.select(new Set())
    return `${device.name} selects everything`
  }
  const root = scene.root(device.rootId)
  const folders = [...root.entries.values()].filter((entry) => entry.kind === 'folder' && root.isLive(entry))
  const folder = scene.chance.pick(folders)
  if (!folder) return undefined
  device.select(new Set([...device.deselected, folder.id]))
  return `${device.name} deselects ${folder.id} ${folder.name}`
}
