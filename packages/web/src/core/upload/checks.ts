import { faultsInName, isTooLong, listedExtension } from '@holdfast/api/files/names'
import type { EntryId } from '@holdfast/api/ids'
import type { Conflict, Item, Reason, Theirs } from './machine-types.ts'

const MIB = 1024 * 1024

/** What a root lets one add. */
export interface Rules {
  max_file_size: number | null
  excluded_extensions: string
  space_left: number | null
}

type Checked = Pick<Item, 'id' | 'kind' | 'path' | 'size'>

/** Which of them the server would refuse, and why. Space goes to those that come first. */
export function refusedBy(items: readonly Checked[], rules: Rules): { id: number; reason: Reason }[] {
  let left = rules.space_left ?? Number.POSITIVE_INFINITY
  const refused: { id: number; reason: Reason }[] = []
  for (const item of items) {
    const reason = whyRefused(item, rules) ?? (item.size > left ? { code: 'no_space' } : undefined)
    if (reason) refused.push({ id: item.id, reason })
    else left -= item.size
  }
  return refused
}

function whyRefused({ kind, path, size }: Checked, rules: Rules): Reason | undefined {
  const names = path.split('/')
  for (const name of names) {
    if (faultsInName(name).length > 0) return { code: 'invalid_name' }
    if (isTooLong(name)) return { code: 'name_too_long' }
  }
  if (kind === 'folder') return undefined
  const extension = listedExtension(names.at(-1) ?? '', rules.excluded_extensions)
  if (extension !== undefined) return { code: 'invalid_extension', words: extension }
  if (rules.max_file_size !== null && size > rules.max_file_size * MIB) return { code: 'too_large' }
  return undefined
}

interface Node {
  /** Undefined for a file. */
  children?: Map<string, Node>
}

/** Which names have something in them already. `ask` tells it of one folder. */
export async function findConflicts(
  items: readonly Checked[],
  folder: EntryId,
  ask: (folder: EntryId, names: string[]) => Promise<ReadonlyMap<string, Theirs>>,
): Promise<Conflict[]> {
  const conflicts: Conflict[] = []
  const open = [{ folder, under: '', children: treeOf(items) }]
  for (let next = open.pop(); next; next = open.pop()) {
    const taken = await ask(next.folder, [...next.children.keys()])
    for (const [name, { children }] of next.children) {
      const theirs = taken.get(name)
      if (!theirs) continue
      const path = next.under + name
      const isMerged = children !== undefined && theirs.type === 'folder'
      if (isMerged && children.size > 0) open.push({ folder: theirs.id, under: `${path}/`, children })
      // Within a folder that is merged, folders are; and one without anything in it is there already.
      const isAsked = children === undefined || (next.under === '' && (children.size > 0 || !isMerged))
      if (isAsked) conflicts.push({ path, kind: children ? 'folder' : 'file', theirs })
    }
  }
  return conflicts
}

function treeOf(items: readonly Checked[]): Map<string, Node> {
  const top = new Map<string, Node>()
  for (const { path, kind } of items) {
    const names = path.split('/')
    const last = names.pop() ?? ''
    let at = top
    for (const name of names) at = childrenOf(at, name)
    if (kind === 'folder') childrenOf(at, last)
    else at.set(last, {})
  }
  return top
}

function childrenOf(at: Map<string, Node>, name: string): Map<string, Node> {
  const children = at.get(name)?.children ?? new Map<string, Node>()
  at.set(name, { children })
  return children
}
