import assert from 'node:assert/strict'
import * as api from '@holdfast/api/files/files'
import type { EntryId, RootId } from '@holdfast/api/ids'
import { type Asked, Expected } from './expected.ts'
import type { Player } from './game.ts'
import type { TreeModel } from './tree-model.ts'

type Random = (below: number) => number

export const anyOptions = (random: Random): Asked => ({
  include_deleted: random(2) === 0,
  include_lock_info: random(2) === 0,
  include_permissions: random(2) === 0,
  include_ancestors: random(4) === 0,
})

/** Folders of a root, and its top level. */
export const containersOf = (tree: TreeModel): number[] => [
  0,
  ...[...tree.nodes.values()].flatMap((node) => (node.kind === 'folder' ? [node.id] : [])),
]

export const getContainer = (who: Player, tree: TreeModel, folder: number, asked: Asked, hash?: string) =>
  who.client.callUnlessKnown(api.getFolder, {
    root_id: tree.rootId as RootId,
    folder_id: folder as EntryId,
    ...asked,
    ...(hash && { hash }),
  })

/** One folder seen by one person, before and after something happens. */
export class Watch {
  readonly #who: Player
  readonly #tree: TreeModel
  readonly #now: () => number
  readonly #folder: number
  readonly #asked: Asked
  #first = ''
  #between = ''
  #marks = ''
  #hash: string | undefined

  constructor(who: Player, tree: TreeModel, now: () => number, random: Random) {
    this.#who = who
    this.#tree = tree
    this.#now = now
    // Locks in it are what is hardest to follow.
    const locked = [...tree.nodes.values()].flatMap(({ lock, parent }) => (lock ? [parent] : []))
    const from = locked.length > 0 && random(2) === 0 ? locked : containersOf(tree)
    this.#folder = from[random(from.length)] as number
    this.#asked = anyOptions(random)
  }

  #expected() {
    return new Expected(this.#tree, this.#who.id, this.#now()).container(this.#folder, this.#asked)
  }

  async look(): Promise<void> {
    const before = this.#expected()
    const seen = await getContainer(this.#who, this.#tree, this.#folder, this.#asked)
    const { hash, ...rest } = seen as api.Folder
    assert.deepEqual(rest, before)
    this.#hash = hash
    this.#first = JSON.stringify(before)
    this.#between = this.#first
  }

  /** Of what is in a deleted folder nobody sees whether it was deleted by itself, but the service knows. */
  #unseen(): string {
    const children = this.#tree.children(this.#folder)
    return JSON.stringify(children.map(({ id, deleted }) => [id, deleted]))
  }

  /** Time has passed, and nothing else. */
  meanwhile(): void {
    this.#between = JSON.stringify(this.#expected())
    this.#marks = this.#unseen()
  }

  /** Whether the hash was the same and had to be. */
  async lookAgain(what: string): Promise<boolean> {
    // A folder purged meanwhile has no answer any more.
    if (this.#folder !== 0 && !this.#tree.nodes.has(this.#folder)) return false
    const after = JSON.stringify(this.#expected())
    const answer = await getContainer(this.#who, this.#tree, this.#folder, this.#asked, this.#hash)
    const about = `${what}, seen from ${this.#folder} with ${JSON.stringify(this.#asked)}`
    const changed = 'hash' in answer
    if (this.#first !== after) assert.equal(changed, true, `the same hash for another answer: ${about}`)
    // A lock may end and be taken again: what changes and changes back has changed.
    if (this.#first !== after || this.#first !== this.#between || this.#marks !== this.#unseen()) return false
    assert.equal(changed, false, `another hash for the same answer: ${about}`)
    return true
  }
}
