import type { EntryId, MachineId, PersonId, RootId } from '@holdfast/api/ids'
import { TOP } from '../model-service/entry.ts'
import { PersonAtWork } from '../model-service/people.ts'
import { contentOf } from './contents.ts'
import type { Device } from './device.ts'
import type { Script } from './run.ts'
import type { World } from './world.ts'

const FIRST_PERSON = { personId: 1 as PersonId, machineId: 1 as MachineId, name: 'Person 1' }
const onTheWeb = (world: World) => new PersonAtWork(world.server, FIRST_PERSON, 1 as RootId)
const only = ({ devices: [device] }: World): Device => {
  if (!device) throw new Error('There is no device.')
  return device
}

async function take(world: World, steps: number): Promise<void> {
  for (let n = 0; n < steps; n++) await world.step()
}

const isThere = (world: World, name: string): boolean =>
  [...world.root().entries.values()].some((entry) => entry.name === name && world.root().isLive(entry))

/** By mutant, what shows it for some cut: so many steps are done before it comes. */
export const SCRIPTS: Record<string, (cut: number) => Script> = {
  /** Someone gives a file another time, the agent sends that and dies; then it gets yet another time on the service. */
  'takes the time that the log tells for the one that it has sent': (cut) => async (world) => {
    const web = onTheWeb(world)
    const file = web.upload(TOP, 'file', contentOf('c1'))
    await world.quiesce()
    const { disk } = only(world)
    const [node] = disk.all()
    if (node) disk.touch(node, Date.UTC(2022, 1, 2))
    await take(world, cut)
    await only(world).crash()
    const then = Date.UTC(2023, 1, 2)
    web.touch(file, then)
    await world.quiesce()
    const times = [node?.modified, world.root().entries.get(file)?.modifiedAt]
    return times.every((time) => time === then) ? undefined : `The times are ${times}.`
  },

  /** The agent moves a file as the service says, and dies; then the file is deleted on the service. */
  'moves items without a word': (cut) => async (world) => {
    const web = onTheWeb(world)
    const folder = web.makeFolder(TOP, 'folder')
    const file = web.upload(TOP, 'file', contentOf('c1'))
    await world.quiesce()
    web.move(file, folder)
    await take(world, cut)
    await only(world).crash()
    web.delete(file)
    await world.quiesce()
    return isThere(world, 'file') ? 'It came back.' : undefined
  },

  /** The agent replaces a file as the service says, and dies; then the file is deleted on the service. */
  'replaces items without a word': (cut) => async (world) => {
    const web = onTheWeb(world)
    const file = web.upload(TOP, 'file', contentOf('c1'))
    await world.quiesce()
    web.uploadRevision(file, contentOf('c2'))
    await take(world, cut)
    await only(world).crash()
    web.delete(file)
    await world.quiesce()
    return isThere(world, 'file') ? 'It came back.' : undefined
  },

  /** A file gives way to another, and the agent dies; its next one sends it, and power fails; then it is deleted on the service. */
  'takes names that it gave for durable': (cut) => async (world) => {
    const web = onTheWeb(world)
    const device = only(world)
    await world.quiesce()
    web.upload(TOP, 'file', contentOf('c1'))
    device.disk.add(device.disk.top, 'file', 'file', 'c2')
    await take(world, cut)
    await device.crash()
    const sent = () => [...world.root().entries.values()].find(({ content }) => content === 'c2')
    for (let n = 0; n < 200 && !sent(); n++) await world.step()
    device.disk.losePower()
    await device.crash()
    web.delete(sent()?.id ?? TOP)
    await world.quiesce()
    return world.liveContents().has('c2') ? 'It came back.' : undefined
  },

  /** An edit is on its way when the service is restored, and someone edits the same file there. */
  'writes in whatever epoch': (cut) => async (world) => {
    const web = onTheWeb(world)
    const file = web.upload(TOP, 'file', contentOf('c1'))
    const backup = world.server.copy()
    web.uploadRevision(file, contentOf('c2'))
    await world.quiesce()
    const { disk } = only(world)
    const [node] = disk.all()
    if (node) disk.write(node, 'c4')
    await take(world, cut)
    world.server.restoreFrom(backup)
    web.uploadRevision(file, contentOf('c5'))
    await world.quiesce()
    const contents = world.liveContents()
    // What had arrived before the service lost it is on the disk still, and is sent again.
    return contents.has('c5') && contents.has('c4') ? undefined : `There is ${[...contents]}.`
  },

  /** Items are made in a folder that is deleted, as large copies are, and the log tells of the folder only. */
  'does not read a restored folder': () => async (world) => {
    const web = onTheWeb(world)
    const folder = web.makeFolder(TOP, 'folder')
    const file = web.upload(folder, 'file', contentOf('c1'))
    web.delete(folder)
    await world.quiesce()
    const { state } = only(world).engine ?? {}
    state?.trees.remote.forget(file)
    web.restore(folder, 'error')
    await world.quiesce()
    return only(world).disk.all().length === 2 ? undefined : 'It was not brought.'
  },

  /** One change puts two folders into each other the other way round, and the log is read in the middle of it. */
  'plans amid an operation': (cut) => async (world) => {
    const web = onTheWeb(world)
    const outer = web.makeFolder(TOP, 'outer')
    const inner = web.makeFolder(outer, 'inner')
    web.upload(inner, 'file', contentOf('c1'))
    await world.quiesce()
    const bin: string[] = []
    only(world).disk.onBin = (content) => bin.push(content)
    // The page of the log that has the first of the two changes ends with it, for one of these.
    for (let n = 0; n < cut % 4; n++) web.makeFolder(TOP, `other ${n}`)
    const root = world.root()
    const by = { by: FIRST_PERSON, at: world.now, firstSeq: root.seq + 1 }
    for (const [id, parentId] of [
      [outer, inner],
      [inner, TOP],
    ] as const) {
      const entry = root.entries.get(id)
      if (entry) root.change('move', { ...entry, parentId }, by)
    }
    await world.quiesce()
    return bin.length > 0 ? 'A file was removed for nothing.' : undefined
  },

  /** Someone deletes a file, and right away the folder is deselected. */
  'deselects too early': (cut) => async (world) => {
    const web = onTheWeb(world)
    const folder = web.makeFolder(TOP, 'folder')
    web.upload(folder, 'file', contentOf('c1'))
    await world.quiesce()
    const device = only(world)
    const [, file] = device.disk.all()
    if (file) device.disk.destroy(file)
    device.select(new Set<EntryId>([folder]))
    await take(world, cut)
    await device.crash()
    await world.quiesce()
    return isThere(world, 'file') ? 'The delete was forgotten.' : undefined
  },

  /** The service is restored from a backup that lacks a file; the device has lost its access and is told to leave. */
  'leaves in whatever epoch': () => async (world) => {
    const web = onTheWeb(world)
    const backup = world.server.copy()
    web.upload(TOP, 'file', contentOf('c1'))
    await world.quiesce()
    const device = only(world)
    world.server.restoreFrom(backup)
    world.root().roles.delete(device.who.personId)
    device.leave(world.server.epoch)
    await world.quiesce()
    const { removed, kept } = device.left ?? {}
    return removed === 0 && kept === 1 && device.disk.all().length === 1 ? undefined : 'It was removed.'
  },

  /** A folder with a file in it goes: the service hears of both long before all of the disk is looked at again. */
  'looks for what is missing only where it was': () => async (world) => {
    const web = onTheWeb(world)
    const folder = web.makeFolder(TOP, 'folder')
    web.upload(folder, 'file', contentOf('c1'))
    await world.quiesce()
    const { disk } = only(world)
    const [node] = disk.all()
    if (node) disk.destroy(node)
    world.stepMs = 1
    await take(world, 100)
    return isThere(world, 'folder') ? 'It is still there.' : undefined
  },

  /** More files are deleted than may go without a word; someone lets these go, and no others. */
  'brakes for nothing': () => async (world) => {
    const web = onTheWeb(world)
    for (let n = 0; n < 12; n++) web.upload(TOP, `file ${n}`, contentOf(`c${n}`))
    const device = only(world)
    world.mayConfirm = false
    await world.quiesce()
    const destroy = (count: number): void => {
      for (const node of device.disk.all().slice(-count)) device.disk.destroy(node)
    }
    const held = () => {
      const { state, reason, wouldGo } = device.sync?.status() ?? {}
      return state === 'paused' && reason === 'brake' ? wouldGo?.there : undefined
    }
    const left = () => [...world.root().entries.values()].filter(({ deleted }) => !deleted).length
    destroy(5)
    await take(world, 200)
    if (held() !== 5 || left() !== 12) return 'It did not brake.'
    device.sync?.resume({ confirm: true })
    destroy(4)
    await take(world, 300)
    return held() === 4 && left() === 7 ? undefined : `It holds ${held()} back, and ${left()} are left.`
  },

  /** Somebody deletes a large folder, which takes a while: when that is too much, a tenth may be gone on the service. */
  'brakes when too much is gone': () => async (world) => {
    const web = onTheWeb(world)
    for (let n = 0; n < 40; n++) web.upload(TOP, `file ${n}`, contentOf(`c${n}`))
    const device = only(world)
    world.mayConfirm = false
    await world.quiesce()
    world.stepMs = 100
    for (let gone = 0; gone < 20; gone++) {
      for (const node of device.disk.all().slice(-1)) device.disk.destroy(node)
      await take(world, 40)
    }
    const sent = [...world.root().entries.values()].filter(({ deleted }) => deleted).length
    await take(world, 300)
    const { reason, wouldGo } = device.sync?.status() ?? {}
    if (reason !== 'brake' || wouldGo?.there !== 20 - sent) return `It tells of ${wouldGo?.there}.`
    return sent <= 4 ? undefined : `${sent} were gone.`
  },

  /** Much is deleted by a person who was asked where that was done. */
  'brakes where others have decided': () => async (world) => {
    const browser = new PersonAtWork(world.server, { ...FIRST_PERSON, machineId: null }, 1 as RootId)
    const folder = browser.makeFolder(TOP, 'folder')
    for (let n = 0; n < 12; n++) browser.upload(folder, `file ${n}`, contentOf(`c${n}`))
    world.mayConfirm = false
    await world.quiesce()
    browser.delete(folder)
    await world.quiesce()
    return only(world).disk.all().length === 0 ? undefined : 'It asks.'
  },

  /** An item that the service cannot hold stays here: everything else is in sync, and the item is reported. */
  'tells of nothing where an item is left out': () => async (world) => {
    const device = only(world)
    onTheWeb(world).upload(TOP, 'file', contentOf('c1'))
    device.disk.add(device.disk.top, 'a?', 'file', 'c2')
    await world.quiesce()
    const { state, problems } = device.sync?.status() ?? {}
    return state === 'attention' && problems?.length === 1 ? undefined : `It is ${state}.`
  },
}
