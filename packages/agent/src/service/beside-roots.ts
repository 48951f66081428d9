import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { StatusView } from './methods.ts'

/**
 * What is in the folder for all roots, but not in any of them: anyone who puts a file there takes it for synced. Looked at
 * by the code that shows a status, as the agent itself waits for no disk to answer.
 */
export async function besideRoots({ base, roots }: Pick<StatusView, 'base' | 'roots'>): Promise<string[]> {
  if (base === null) return []
  const folders = new Set(roots.map(({ folder }) => folder))
  const names = await readdir(base).catch((): string[] => [])
  return names.filter((name) => !name.startsWith('.') && !isPartOfRoot(path.join(base, name), folders)).sort()
}

/** A root may also be deeper, where somebody chose its folder. */
const isPartOfRoot = (item: string, folders: ReadonlySet<string | null>): boolean =>
  folders.has(item) || [...folders].some((folder) => folder?.startsWith(`${item}${path.sep}`))
