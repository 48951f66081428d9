import type { Item } from '../../core/upload/machine-types.ts'

/** Files that were chosen again, by what they are to become: the same place, size and time. */
export function matchFiles(lost: readonly Item[], files: readonly File[]): Map<number, File> {
  const byPath = new Map<string, Item[]>()
  for (const item of lost) byPath.set(item.path, [...(byPath.get(item.path) ?? []), item])
  const matched = new Map<number, File>()
  for (const file of files)
    for (const item of byPath.get(file.webkitRelativePath || file.name) ?? [])
      if (isSame(item, file)) matched.set(item.id, file)
  return matched
}

const isSame = (item: Item, file: File): boolean =>
  file.size === item.size && file.lastModified === item.modified

type Permitted = FileSystemHandle & {
  requestPermission?: (how: { mode: 'read' }) => Promise<PermissionState>
}

/** By the handles of what was dropped, if the person who dropped it lets them be read again. */
export async function readHandles(
  handles: readonly FileSystemHandle[],
  lost: readonly Item[],
): Promise<Map<number, File>> {
  const allowed = new Map<string, FileSystemHandle>()
  for (const handle of handles as readonly Permitted[])
    if ((await handle.requestPermission?.({ mode: 'read' })) === 'granted') allowed.set(handle.name, handle)
  const found = new Map<number, File>()
  for (const item of lost) {
    const file = await fileAt(allowed, item.path.split('/')).catch(() => undefined)
    if (file && isSame(item, file)) found.set(item.id, file)
  }
  return found
}

async function fileAt(
  tops: ReadonlyMap<string, FileSystemHandle>,
  [top = '', ...names]: string[],
): Promise<File | undefined> {
  let at = tops.get(top)
  for (const [n, name] of names.entries()) {
    if (!(at instanceof FileSystemDirectoryHandle)) return undefined
    at = n === names.length - 1 ? await at.getFileHandle(name) : await at.getDirectoryHandle(name)
  }
  return at instanceof FileSystemFileHandle ? at.getFile() : undefined
}
