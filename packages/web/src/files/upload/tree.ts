import type { NewItem } from '../../core/upload/machine-types.ts'
import type { Taken } from './taken.ts'

/** Something to upload, as it was found; folders only where nothing is in them. */
export interface Found extends NewItem {
  file?: File
}

const SLICE = 200

/** In slices, so that other things get their turn between them. */
export async function* readTree({ entries, files }: Taken): AsyncGenerator<Found[]> {
  yield* slices(files)
  let slice: Found[] = []
  // A stack, not recursion: trees may be deep.
  const open = entries.map((entry) => ({ entry, path: entry.name })).reverse()
  for (let next = open.pop(); next; next = open.pop()) {
    const { entry, path } = next
    if (isFolder(entry)) {
      const children = await childrenOf(entry)
      if (children.length === 0) slice.push({ kind: 'folder', path, size: 0, modified: 0 })
      for (const child of children.reverse()) open.push({ entry: child, path: `${path}/${child.name}` })
    } else slice.push(await foundFile(entry as FileSystemFileEntry, path))
    if (slice.length < SLICE) continue
    yield slice
    slice = []
    await breathe()
  }
  yield slice
}

/** Of a field that files or a folder were chosen in; `webkitRelativePath` has the tree. */
export async function* slices(files: readonly File[]): AsyncGenerator<Found[]> {
  for (let at = 0; at < files.length; at += SLICE) {
    yield files.slice(at, at + SLICE).map((file) => foundAs(file, file.webkitRelativePath || file.name))
    await breathe()
  }
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

/** Readers give some at a time, a hundred in Chromium, and must be asked until there are none. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    ).catch(() => [])
    if (some.length === 0) return all
    all.push(...some)
  }
}

async function foundFile(entry: FileSystemFileEntry, path: string): Promise<Found> {
  try {
    return foundAs(await new Promise<File>((resolve, reject) => entry.file(resolve, reject)), path)
  } catch {
    // Known by what is missing, when its turn comes.
    return { kind: 'file', path, size: 0, modified: 0 }
  }
}

const foundAs = (file: File, path: string): Found => ({
  kind: 'file',
  path,
  size: file.size,
  modified: file.lastModified,
  file,
})

const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

/** Pictures in a clipboard have no names of their own. */
export function namedPictures(files: readonly File[], now: number, word: string): File[] {
  return files.map((file, n) => {
    if (!/^image\.\w+$/.test(file.name)) return file
    const ending = file.name.slice(file.name.lastIndexOf('.'))
    const name = `${word} ${formatStamp(now)}${n > 0 ? ` ${n + 1}` : ''}${ending}`
    return new File([file], name, { type: file.type, lastModified: file.lastModified })
  })
}

/** In a form that sorts, and that every system lets stand in a name. */
function formatStamp(now: number): string {
  const at = new Date(now - new Date(now).getTimezoneOffset() * 60_000).toISOString()
  return `${at.slice(0, 10)} ${at.slice(11, 19).replaceAll(':', '.')}`
}
