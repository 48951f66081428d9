import assert from 'node:assert/strict'
import * as tree from '@holdfast/api/files/file-tree'
import * as api from '@holdfast/api/files/files'
import type { EntryId, RootId } from '@holdfast/api/ids'
import { sampleBytes } from '../content/sample-bytes.ts'
import type { Someone } from '../servers/world.ts'
import type { KilledServer } from './killed-server.ts'
import { isPartOf, readTrees, type TopItem } from './trees.ts'

const BLOB = 70_000
const EMPTY_FOLDERS = 45

/** A folder with so many folders in it, each of 49 items with itself. */
export async function grow(who: Someone, root_id: RootId, folders: number): Promise<EntryId> {
  const folder = (name: string, folder_id = 0 as EntryId) =>
    who.call(api.createFolderInFolder, { root_id, folder_id, name })
  const top = await folder('template')
  const first = await folder('0', top.id)
  const contents = { empty: '', small: 'small', large: sampleBytes(BLOB, 'large') }
  for (const [name, content] of Object.entries(contents)) {
    const file = { name, bytes: new Blob([content]) }
    await who.call(api.uploadToFolder, { root_id, folder_id: first.id, file })
  }
  // One after the other: on a busy machine, so many changes of one root at once are refused.
  for (let n = 0; n < EMPTY_FOLDERS; n++) await folder(`folder ${n}`, first.id)
  for (let n = 1; n < folders; n++)
    await who.call(tree.copyFolder, { root_id, folder_id: first.id, to_folder_id: top.id, name: `${n}` })
  return top.id
}

/** A worker with a root of its own. */
export abstract class InRoot {
  readonly server: KilledServer
  readonly who: Someone
  readonly rootId: RootId

  constructor(server: KilledServer, who: Someone, rootId: RootId) {
    this.server = server
    this.who = who
    this.rootId = rootId
  }

  trees(): Promise<TopItem[]> {
    return readTrees(this.server.ctx.db.read, this.rootId)
  }
}

/** One in whose root copies of a folder come and go. */
export abstract class WithTemplate extends InRoot {
  #template: TopItem | undefined
  #made = 0

  /** Everything at the top level but the folder itself, which never changes. */
  async copies(): Promise<TopItem[]> {
    const [first, ...copies] = await this.trees()
    this.#template ??= first
    assert.deepEqual(first, this.#template)
    return copies
  }

  async copy(): Promise<EntryId> {
    const folder_id = this.#template?.id as EntryId
    const name = `copy ${++this.#made}`
    return (await this.who.call(tree.copyFolder, { root_id: this.rootId, folder_id, name })).id
  }

  delete(folder_id: EntryId): Promise<unknown> {
    return this.who.call(api.deleteFolder, { root_id: this.rootId, folder_id })
  }

  /** What is live is whole, what is deleted at most what it was. Gives whether any is less. */
  isInPart(copies: readonly TopItem[]): boolean {
    const whole = this.#template as TopItem
    for (const copy of copies)
      if (copy.deleted) assert.ok(isPartOf(copy, whole), `${copy.name} has something that is not its own`)
      else assert.deepEqual(copy.items, whole.items)
    return copies.some(({ items }) => Object.keys(items).length < Object.keys(whole.items).length)
  }
}
