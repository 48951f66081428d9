import assert from 'node:assert/strict'
import { purgeFolder } from '@holdfast/api/files/retention'
import type { EntryId } from '@holdfast/api/ids'
import { WithTemplate } from './in-root.ts'
import type { Worker } from './killed-server.ts'

/** Copies a folder, deletes the copy and purges it. */
export class CopyAndPurge extends WithTemplate implements Worker {
  #doing = ''

  async turn(): Promise<void> {
    for (const { id, deleted } of await this.copies()) {
      if (!deleted) await this.#ask('deletion', () => this.delete(id))
      await this.#purge(id)
    }
    assert.deepEqual(await this.copies(), [])
    const id = await this.#ask('copy', () => this.copy())
    await this.#ask('deletion', () => this.delete(id))
    await this.#purge(id)
  }

  #purge(folder_id: EntryId): Promise<unknown> {
    return this.#ask('purge', () => this.who.call(purgeFolder, { root_id: this.rootId, folder_id }))
  }

  #ask<T>(what: string, request: () => Promise<T>): Promise<T> {
    this.#doing = what
    return this.server.ask(what, request)
  }

  async check(): Promise<void> {
    const copies = await this.copies()
    assert.ok(copies.length <= 1)
    if (this.isInPart(copies)) this.server.note(`${this.#doing} in part`)
  }
}
