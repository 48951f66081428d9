import type { RootId } from '@holdfast/api/ids'
import { now } from '../../platform/clock.ts'
import { keep, useKept } from '../../platform/folds.ts'
import { read } from '../../platform/preferences.ts'
import { ownAccount } from '../service/session.ts'

/**
 * What someone has added where they see no files, as a receipt. This browser keeps it until they sign out: the server's log
 * has the names that files were given, and a number behind a name would tell that another file has that name.
 */
export interface Added {
  root: RootId
  /** From the folder on that it was added to. */
  path: string
  size: number
  /** Milliseconds. */
  at: number
}

const MOST = 500
const place = () => `added:${ownAccount()}`

const parse = (text: string | null): readonly Added[] => {
  try {
    const kept: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(kept) ? (kept as Added[]) : []
  } catch {
    return []
  }
}

export const noteAdded = (root: RootId, { path, size }: Pick<Added, 'path' | 'size'>): void =>
  keep(place(), JSON.stringify([{ root, path, size, at: now() }, ...parse(read(place()))].slice(0, MOST)))

export const useAdded = (root: RootId): readonly Added[] =>
  parse(useKept(place())).filter((one) => one.root === root)
