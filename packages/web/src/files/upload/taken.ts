/** What was dropped: taken at once, since the browser forgets it as soon as the event is over. */
export interface Taken {
  entries: FileSystemEntry[]
  files: File[]
  /** By which it is found again after a reload, where the browser gives them. */
  handles: Promise<FileSystemHandle | null>[]
}

type WithHandle = DataTransferItem & { getAsFileSystemHandle?: () => Promise<FileSystemHandle | null> }

export function take(data: DataTransfer): Taken {
  const taken: Taken = { entries: [], files: [], handles: [] }
  for (const item of Array.from(data.items) as WithHandle[]) {
    if (item.kind !== 'file') continue
    const handle = item.getAsFileSystemHandle?.().catch(() => null)
    if (handle) taken.handles.push(handle)
    const entry = item.webkitGetAsEntry()
    const file = entry ? null : item.getAsFile()
    if (entry) taken.entries.push(entry)
    else if (file) taken.files.push(file)
  }
  return taken
}
