import type { LoggedOperation } from '@holdfast/api/files/history'
import type { RootId } from '@holdfast/api/ids'
import { MINUTE_MS } from '@holdfast/api/time'

/** An operation, and where. */
export interface Happened extends LoggedOperation {
  root: RootId
}

/** What one did on one device in one go. */
export interface Group extends Pick<Happened, 'root' | 'person_id' | 'machine_id'> {
  /** Newest first. */
  operations: Happened[]
  changes: number
  deleted: number
}

/** Anyone who pauses longer starts again. */
const PAUSE_MS = 30 * MINUTE_MS

const isSame = (group: Group, { root, person_id, machine_id }: Happened): boolean =>
  group.root === root && group.person_id === person_id && group.machine_id === machine_id
const timeOf = ({ at }: Happened): number => Date.parse(`${at}Z`)

/** By who did it, on which device and where, however much others did meanwhile; newest first. */
export function groupsOf(operations: readonly Happened[]): Group[] {
  const groups: Group[] = []
  const open: Group[] = []
  for (const operation of operations) {
    const n = open.findIndex((one) => isSame(one, operation))
    const last = open[n]?.operations.at(-1)
    const goesOn = last !== undefined && timeOf(last) - timeOf(operation) <= PAUSE_MS
    const { root, person_id, machine_id, changes, op } = operation
    const group = (goesOn && open[n]) || {
      ...{ root, person_id, machine_id },
      ...{ operations: [], changes: 0, deleted: 0 },
    }
    if (!goesOn) {
      groups.push(group)
      if (n >= 0) open.splice(n, 1)
      open.push(group)
    }
    group.operations.push(operation)
    group.changes += changes
    if (op === 'delete') group.deleted += changes
  }
  return groups
}

/** Its first and its last change. */
export const spanOf = ({
  operations,
}: {
  operations: readonly Happened[]
}): { from_seq: number; to_seq: number } => ({
  from_seq: Math.min(...operations.map(({ seq }) => seq)),
  to_seq: Math.max(...operations.map(({ last_seq }) => last_seq)),
})

/**
 * Whether «what this person did from here to there» means this group and nothing else: without a device, what they did
 * on others in between would be meant as well.
 */
export function standsAlone(group: Group, all: readonly Group[]): boolean {
  if (group.person_id === null) return false
  if (group.machine_id !== null) return true
  const { from_seq, to_seq } = spanOf(group)
  return all.every((other) => {
    if (other === group || other.root !== group.root || other.person_id !== group.person_id) return true
    const span = spanOf(other)
    return span.to_seq < from_seq || span.from_seq > to_seq
  })
}

/** What can be taken back; locks are not kept, and what is removed for ever is gone. */
export const canBeUndone = ({ op }: LoggedOperation): boolean =>
  op !== 'lock' && op !== 'unlock' && op !== 'purge'
