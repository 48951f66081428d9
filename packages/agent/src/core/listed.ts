import { nameKey } from '@holdfast/api/files/names'
import { RULES_FILE } from './ignore-rules.ts'
import type { LocalEntry } from './local-tree.ts'
import { type Kind, MOST_HOPS, type RemoteRow, TOP_ROW } from './remote-tree.ts'
import type { Trees } from './trees.ts'

type Rules = Pick<Trees, 'ignoring'>

/** Whether people have said that an item of the disk is not to be sent. */
export function isListed(
  { ignoring, local }: Rules & Pick<Trees, 'local'>,
  { id, kind }: LocalEntry,
): boolean {
  if (ignoring.isEmpty) return false
  const way = local.wayTo(id) ?? []
  return matches(
    ignoring,
    way.flatMap((one) => local.get(one.id)?.name ?? []),
    kind,
  )
}

/** Whether people have said that an item of the service is not for devices. */
export function isListedRow({ ignoring, remote }: Rules & Pick<Trees, 'remote'>, row: RemoteRow): boolean {
  if (ignoring.isEmpty) return false
  const names: string[] = []
  for (let at: RemoteRow | undefined = row; at && at.id !== TOP_ROW && names.length < MOST_HOPS; ) {
    names.unshift(at.name)
    at = remote.get(at.parentId)
  }
  return matches(ignoring, names, row.kind)
}

/** The list itself is always kept: otherwise nobody could change it. */
function matches(ignoring: Trees['ignoring'], names: readonly string[], kind: Kind): boolean {
  const isRules = names.length === 1 && nameKey(names[0] ?? '') === RULES_FILE
  return !isRules && ignoring.matches(names, kind)
}
