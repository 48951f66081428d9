import { openFile } from '../../../files/reading/open-file.ts'
import { uploadFile } from '../../../files/writing/upload-file.ts'
import type { PersonPrincipal } from '../../../platform/principal.ts'
import {
  DEVICES,
  type DeviceKey,
  ORGANIZATIONS,
  PEOPLE,
  type PersonKey,
  partOf,
  type ShareKey,
  shareOf,
} from '../cast/cast.ts'
import { folderOf, SHELVES, type Shelf } from '../cast/shelves.ts'
import { fileOf } from '../stage/file-of.ts'
import type { NewFile } from '../stage/shares.ts'
import type { Stage } from '../stage/stage.ts'

/** How many of `count` are there after `part` of the time. */
const after = (count: number, part: number): number => Math.round(count * Math.min(1, Math.max(0, part)))

/** Who works at something: the device, or its owner in the browser where it is out of use. */
export const workerOf = (stage: Stage, key: PersonKey | DeviceKey): Promise<PersonPrincipal> => {
  if (!(key in DEVICES)) return stage.people.person(key as PersonKey)
  const device = key as DeviceKey
  return stage.devices.isInUse(device) ? stage.devices.agent(device) : stage.people.person(DEVICES[device].of)
}

/** Files the new files of a week in the folders whose day it is. */
export async function fillShelves(stage: Stage, weeksAgo: number, day: number): Promise<void> {
  for (const shelf of SHELVES) {
    if (shelf.day !== day || weeksAgo >= shelf.since || !stage.shares.has(shelf.share)) continue
    const done = after(shelf.count, (shelf.since - weeksAgo - 1) / shelf.since)
    const due = after(shelf.count, (shelf.since - weeksAgo) / shelf.since)
    if (due === done) continue
    stage.clock.pass({ minutes: stage.chance.whole(3, 12) })
    await fill(stage, shelf, { from: done, to: due })
  }
}

async function fill(stage: Stage, shelf: Shelf, { from, to }: { from: number; to: number }): Promise<void> {
  const { kind, share, by } = shelf
  const files: NewFile[] = []
  for (let n = from; n < to; n++) {
    const title = shelf.nameOf(n, stage.year)
    files.push({ kind, title, n, content: await stage.contentOf({ kind, title, n }) })
  }
  await stage.shares.put(await workerOf(stage, by), share, folderOf(shelf, stage.year), files)
}

/** The rest of what was meant to be there by now: a week may be at its beginning. */
export async function fillUp(stage: Stage): Promise<void> {
  for (const shelf of SHELVES) {
    const folder = folderOf(shelf, stage.year)
    const from = stage.shares.filesOf(shelf.share, folder).length
    if (from < shelf.count) await fill(stage, shelf, { from, to: shelf.count })
  }
}

/** Someone who may change files of a share works on some of them. */
export async function editFiles(
  stage: Stage,
  share: ShareKey,
  count: number,
  folder?: string,
): Promise<void> {
  const { chance, clock, shares } = stage
  const editors = shareOf(share).members.filter(([, , role]) => /OWNER|COLLABORATOR|^EDITOR/.test(role))
  const files = shares.filesOf(share, folder).filter(({ kind }) => kind !== 'photo')
  for (let n = 0; n < count && files.length > 0; n++) {
    clock.pass({ minutes: chance.whole(4, 15) })
    const file = files[chance.whole(0, files.length - 1)]
    const [key] = editors[chance.whole(0, editors.length - 1)] ?? []
    if (!file || key === undefined) continue
    await shares.save(await stage.people.person(key), share, file, await stage.contentOf(file))
  }
}

/** Someone looks at files of a share, or takes them along. */
export async function readFiles(stage: Stage, share: ShareKey, count: number): Promise<void> {
  const { chance, clock, shares, ctx } = stage
  const readers = shareOf(share).members.filter(([, , role]) => role !== 'UPLOADER')
  const files = shares.filesOf(share)
  for (let n = 0; n < count && files.length > 0; n++) {
    clock.pass({ minutes: chance.whole(1, 9) })
    const file = files[chance.whole(0, files.length - 1)]
    const [key, , role] = readers[chance.whole(0, readers.length - 1)] ?? []
    if (!file || key === undefined) continue
    const path = { rootId: shares.rootOf(share), fileId: file.id }
    const purpose = role === 'PREVIEWER' || chance.next() < 0.6 ? 'view' : 'download'
    const open = await openFile(ctx, await stage.people.person(key), path, purpose)
    await open.begun({ start: 0, ranged: false })
  }
  await ctx.downloads.flush()
}

/** So many files each has of its own at the end, from 5 to 20. */
const ownCount = (place: number): number => 5 + ((place * 7) % 16)

/** Who is no longer there, since how many weeks. */
const leftAgo: ReadonlyMap<PersonKey, number> = new Map([['tomasz', 10]])

/** What people keep for themselves. */
export async function fillOwn(stage: Stage, weeksAgo: number): Promise<void> {
  for (const [place, key] of (Object.keys(PEOPLE) as PersonKey[]).entries()) {
    const { since } = ORGANIZATIONS[PEOPLE[key].at]
    const isThere = weeksAgo < since && !partOf(key).absent && weeksAgo > (leftAgo.get(key) ?? -1)
    if (!isThere) continue
    const done = after(ownCount(place), (since - weeksAgo - 1) / since)
    const due = after(ownCount(place), (since - weeksAgo) / since)
    for (let n = done; n < due; n++) {
      stage.clock.pass({ minutes: 2 })
      const [kind, ending] = n % 3 === 0 ? (['sheet', 'xlsx'] as const) : (['note', 'md'] as const)
      const title = `${n % 3 === 0 ? 'List' : 'Note'} ${n + 1}`
      const file = fileOf(`${title}.${ending}`, await stage.contentOf({ kind, title, n }))
      const target = { rootId: stage.people.rootOf(key), folderId: 0 as const }
      await uploadFile(stage.ctx, await stage.people.person(key), target, file)
    }
  }
}
