import type { ImportReason } from '@holdfast/api/accounts/directory-reasons'
import type { GroupId } from '@holdfast/api/ids'
import { dnKey } from '../../../platform/ldap/distinguished-names.ts'
import type { DirectoryGroup } from '../../../platform/ldap/entries.ts'
import type { Identified } from './plan-persons.ts'
import type { KnownGroup } from './queries.ts'

/** A group with its members as the ids of their entries. */
export interface ResolvedGroup {
  directoryId: string
  name: string
  persons: ReadonlySet<string>
  groups: ReadonlySet<string>
}

/** Members that are neither accounts nor groups of this import are left out. */
export function resolveMembers(
  groups: readonly Identified<DirectoryGroup>[],
  accounts: ReadonlyMap<string, string>,
): ResolvedGroup[] {
  const groupIds = new Map(groups.map((group) => [dnKey(group.dn), group.directoryId]))
  return groups.map(({ directoryId, name, members }) => {
    const persons = new Set<string>()
    const nested = new Set<string>()
    for (const member of members) {
      const key = dnKey(member)
      const account = accounts.get(key)
      const group = groupIds.get(key)
      if (account !== undefined) persons.add(account)
      else if (group !== undefined) nested.add(group)
    }
    return { directoryId, name, persons, groups: nested }
  })
}

export type GroupStep = { group: ResolvedGroup } & (
  | { action: 'create' }
  | { action: 'update'; known: KnownGroup; reason: ImportReason | null; add: string[]; remove: string[] }
  | { action: 'none'; known: KnownGroup }
  | { action: 'skip'; known: KnownGroup | undefined; reason: ImportReason }
)

export interface GroupFacts {
  known: KnownGroup | undefined
  /** Ids of the entries that are members now. */
  members: ReadonlySet<string>
  /** Which live group of the organization has the name, compared without case. */
  namesake: GroupId | undefined
}

/** Decides what becomes of one group, apart from the groups in it. Pure. */
export function planGroup(group: ResolvedGroup, { known, members, namesake }: GroupFacts): GroupStep {
  const skip = (reason: ImportReason): GroupStep => ({ action: 'skip', group, known, reason })
  if (group.name === '') return skip('no_name')
  if (namesake !== undefined && namesake !== known?.id) return skip('name_taken')
  if (!known) return { action: 'create', group }
  const add = [...group.persons].filter((id) => !members.has(id))
  const remove = [...members].filter((id) => !group.persons.has(id))
  const back = known.deleted_at !== null
  if (!back && known.name === group.name && add.length === 0 && remove.length === 0)
    return { action: 'none', group, known }
  return { action: 'update', group, known, add, remove, reason: back ? 'back' : null }
}

/** `inner` is a member of `outer`. Keys of groups from anywhere. */
export interface Edge {
  outer: string
  inner: string
}

export interface NestingPlan {
  add: Edge[]
  remove: Edge[]
  /** Wanted, but would close a circle. */
  refused: Edge[]
}

const edgeKey = ({ outer, inner }: Edge): string => JSON.stringify([outer, inner])

/**
 * Which groups are to be put into which. `fixed` is nesting that is not the directory's: it stays, and counts when a
 * circle is looked for. Of a circle in the directory, all but the last of its links are kept. Pure.
 */
export function planNesting(
  wanted: readonly Edge[],
  current: readonly Edge[],
  fixed: readonly Edge[],
): NestingPlan {
  const inside = new Map<string, Set<string>>()
  const link = ({ outer, inner }: Edge) => inside.set(outer, (inside.get(outer) ?? new Set()).add(inner))
  for (const edge of fixed) link(edge)
  const kept: Edge[] = []
  const refused: Edge[] = []
  // In one order, whatever the server's: the same directory gives the same links each time.
  const ordered = [...wanted].sort((a, b) => (edgeKey(a) < edgeKey(b) ? -1 : 1))
  for (const edge of ordered) {
    if (reaches(inside, edge.inner, edge.outer)) refused.push(edge)
    else {
      link(edge)
      kept.push(edge)
    }
  }
  const before = new Set(current.map(edgeKey))
  const after = new Set(kept.map(edgeKey))
  return {
    add: kept.filter((edge) => !before.has(edgeKey(edge))),
    remove: current.filter((edge) => !after.has(edgeKey(edge))),
    refused,
  }
}

function reaches(inside: ReadonlyMap<string, ReadonlySet<string>>, from: string, to: string): boolean {
  const seen = new Set([from])
  const queue = [from]
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    if (at === to) return true
    for (const next of inside.get(at) ?? [])
      if (!seen.has(next)) {
        seen.add(next)
        queue.push(next)
      }
  }
  return false
}
