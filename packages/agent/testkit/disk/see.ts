import assert from 'node:assert/strict'
import type { Way } from '../../src/core/local-tree.ts'
import type { Disk, DiskEntry, Seen } from '../../src/ports/disk.ts'

/** What is in a folder, by name. */
export async function listAt(disk: Disk, way: Way = []): Promise<DiskEntry[]> {
  const listed = await disk.list(way)
  assert.ok(typeof listed !== 'string')
  return [...listed.entries].sort((a, b) => (a.rawName < b.rawName ? -1 : 1))
}

export const namesAt = async (disk: Disk, way: Way = []): Promise<string[]> =>
  (await listAt(disk, way)).map(({ rawName }) => rawName)

/** An item by its path, as a look at each folder of it finds it. */
export async function see(disk: Disk, path: string): Promise<Seen & DiskEntry> {
  const [name, ...above] = path.split('/').reverse()
  const folder = above.length > 0 ? await wayTo(disk, above.reverse().join('/')) : []
  const found = (await listAt(disk, folder)).find(({ rawName }) => rawName === name)
  assert.ok(found, `${path} is not there`)
  return { ...found, folder }
}

export async function wayTo(disk: Disk, path: string): Promise<Way> {
  const { folder, id, rawName } = await see(disk, path)
  return [...folder, { id, rawName }]
}
