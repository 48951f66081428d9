import { nameKey } from '@holdfast/api/files/names'
import { RETAKE_MS } from '@holdfast/api/files/sync'
import type { Entry, LogLine } from '../model-service/entry.ts'
import type { ModelRoot } from '../model-service/model-root.ts'
import type { World } from './world.ts'

/** What makes an agent forget what it has just sent, or keeps it from doing what it wants. */
const FORGETTING = ['store_loss', 'epoch', 'locks', 'leave', 'between'] as const

/** H: who takes a name again that was left a moment ago saves the file that had it, and makes no other. */
export function historyFault(world: World): string | undefined {
  if (FORGETTING.some((feature) => world.features.has(feature))) return undefined
  const machines = new Set(world.devices.map(({ who }) => who.machineId))
  for (const root of world.roots())
    for (const line of root.log) {
      const left = machines.has(line.by.machineId) ? whoWasLeft(root, line) : undefined
      if (left) return `history: ${line.entry?.id} took the name ${left.name} from ${left.id}`
    }
  return undefined
}

/** The file that should have got what a device has made another one for; mostly there is none. */
function whoWasLeft({ log }: ModelRoot, { op, entry, at, by, seq, firstSeq }: LogLine): Entry | undefined {
  if (op !== 'create' || entry?.kind !== 'file' || firstSeq !== seq) return undefined
  const before = log.slice(0, seq - 1)
  const holder = before.findLast(({ entry: its }) => its && isPlaceOf(its, entry))?.entry
  // Spelled another way, it is no name that a program takes again: what was there before that has lost it to this one.
  if (holder?.kind !== 'file' || holder.id === entry.id || holder.name !== entry.name) return undefined
  const its = before.filter((line) => line.entry?.id === holder.id)
  const since = its.filter((line) => line.seq > holder.seq)
  const isOwn = since.every((line) => line.by.machineId === by.machineId && at - line.at <= RETAKE_MS)
  // Of what somebody else has written, or restored, it is not known whether the device had it.
  const revision = its.at(-1)?.entry?.revisionId
  const written = its.find((line) => line.entry?.revisionId === revision)
  const isKnown = written?.by.machineId === by.machineId
  const ops = since.map((line) => (line.entry?.parentId === entry.parentId ? line.op : 'moved')).join()
  return isOwn && isKnown && ['rename', 'delete', 'rename,delete'].includes(ops) ? holder : undefined
}

const isPlaceOf = (one: Entry, other: Entry): boolean =>
  one.parentId === other.parentId && nameKey(one.name) === nameKey(other.name) && !one.deleted
