import { ApiClientError } from '@holdfast/api/client'
import type { EntryId } from '@holdfast/api/ids'
import { type Entry, TOP } from '../model-service/entry.ts'
import type { ModelRoot } from '../model-service/model-root.ts'
import type { PersonAtWork } from '../model-service/people.ts'
import type { Chance } from './chance.ts'
import { contentOf } from './contents.ts'
import type { Journal } from './journal.ts'

/** Someone who works in a browser, on whole folders and without versions. */
export class WebUser {
  readonly #person: PersonAtWork
  readonly #root: () => ModelRoot
  readonly #chance: Chance
  readonly #journal: Journal
  readonly #names: readonly string[]

  constructor(
    person: PersonAtWork,
    root: () => ModelRoot,
    { chance, journal, names }: { chance: Chance; journal: Journal; names: readonly string[] },
  ) {
    this.#person = person
    this.#root = root
    this.#chance = chance
    this.#journal = journal
    this.#names = names
  }

  /** Does something, and says what; what the service refuses is not done. */
  act(features: { tree: boolean; touch: boolean }): string {
    const root = this.#root()
    const all = [...root.entries.values()].filter((entry) => root.isLive(entry))
    const files = all.filter(({ kind }) => kind === 'file')
    const draw = this.#chance.next()
    if (draw < 0.25 || all.length === 0) return this.#upload()
    if (draw < 0.33)
      return this.#try(() => `made ${this.#person.makeFolder(this.#drawFolder(), this.#drawName())}`)
    if (draw < 0.55 && files.length > 0) return this.#edit(this.#chance.pick(files), features.touch)
    if (draw < 0.67) return this.#delete(this.#chance.pick(all), features.tree)
    if (draw < 0.79 && features.tree) return this.#goBack(draw)
    if (draw < 0.86 && all.length > 1) return this.#swap(this.#chance.pick(all), this.#chance.pick(all))
    return this.#move(this.#chance.pick(all))
  }

  /** Keeps others from changing something, or lets them again. */
  lockOrUnlock(): string {
    const root = this.#root()
    const locked = [...root.entries.values()].filter(({ lock }) => lock)
    return this.#try(() => {
      if (locked.length > 0 && this.#chance.happens(0.5)) {
        for (const { id } of locked) this.#person.unlock(id)
        return 'unlocks'
      }
      const entry = this.#chance.pick([...root.entries.values()])
      if (entry) this.#person.lock(entry.id)
      return `locks ${entry?.id}`
    })
  }

  unlockAll(): void {
    for (const { id, lock } of [...this.#root().entries.values()])
      if (lock) this.#try(() => `${this.#person.unlock(id)}`)
  }

  #drawName = (): string => this.#chance.pick(this.#names)
  #drawFolder(): EntryId {
    const root = this.#root()
    const folders = [...root.entries.values()].filter(
      (entry) => entry.kind === 'folder' && root.isLive(entry),
    )
    return this.#chance.pick([TOP, ...folders.map(({ id }) => id)])
  }

  #upload(): string {
    const folder = this.#drawFolder()
    const name = this.#drawName()
    if (this.#root().named(folder, name)) return 'finds a name taken'
    const content = this.#journal.write()
    return `uploads ${this.#person.upload(folder, name, contentOf(content))} ${name} ${content}`
  }

  #edit({ id, name, content: before, modifiedAt }: Entry, canTouch: boolean): string {
    if (canTouch && this.#chance.happens(0.2)) {
      this.#person.uploadRevision(id, contentOf(before ?? ''), (modifiedAt + 60_000) as never)
      return `touches ${id} ${name}`
    }
    const content = this.#journal.write(before ?? undefined)
    this.#person.uploadRevision(id, contentOf(content))
    return `edits ${id} ${name} ${before} to ${content}`
  }

  #delete(entry: Entry, whole: boolean): string {
    const root = this.#root()
    for (const content of this.#contentsIn(entry)) this.#journal.delete(content, true)
    const from = (item: Entry): void => {
      if (!whole) for (const child of root.children(item.id)) if (!child.deleted) from(child)
      this.#person.delete(item.id)
    }
    from(entry)
    return `deletes ${entry.id} ${entry.name}`
  }

  #goBack(draw: number): string {
    const root = this.#root()
    const gone = [...root.entries.values()].filter(({ deleted }) => deleted)
    const entry = this.#chance.pick(gone)
    if (draw < 0.72 && entry)
      return this.#try(() => {
        this.#person.restore(entry.id, 'error')
        const back = root.entries.get(entry.id)
        if (back) for (const content of this.#contentsIn(back)) this.#journal.bringBack(content)
        return `restores ${entry.id} ${entry.name}`
      })
    if (draw < 0.75 && entry) return this.#try(() => `purges ${entry.id} ${this.#person.purge(entry.id)}`)
    return this.#setBack()
  }

  /** What the earlier state does not have counts as deleted, what it has again as brought back. */
  #setBack(): string {
    const root = this.#root()
    const liveNow = () =>
      new Set([...root.entries.values()].flatMap((entry) => (root.isLive(entry) && entry.content) || []))
    const before = liveNow()
    const seq = Math.max(0, root.seq - 1 - this.#chance.below(8))
    return this.#try(() => {
      this.#person.setBack(seq)
      const after = liveNow()
      for (const content of before) if (!after.has(content)) this.#journal.delete(content, false)
      for (const content of after) this.#journal.bringBack(content)
      return `sets back to ${seq}`
    })
  }

  #move(entry: Entry): string {
    const folder = this.#drawFolder()
    const name = this.#drawName()
    return this.#try(() => {
      const how = this.#chance.below(3)
      if (how > 0) this.#person.rename(entry.id, name)
      if (how < 2) this.#person.move(entry.id, folder)
      for (const content of this.#contentsIn(entry)) this.#journal.move(content)
      return `moves ${entry.id} ${entry.name}`
    })
  }

  /** Two items get each other's places, by way of a name in between. */
  #swap(one: Entry, other: Entry): string {
    return this.#try(() => {
      for (const content of [one, other].flatMap((entry) => this.#contentsIn(entry)))
        this.#journal.move(content)
      this.#person.rename(one.id, 'between')
      this.#person.move(one.id, other.parentId)
      this.#person.move(other.id, one.parentId)
      this.#person.rename(other.id, one.name)
      this.#person.rename(one.id, other.name)
      return `swaps ${one.id} ${one.name} and ${other.id} ${other.name}`
    })
  }

  #contentsIn = (entry: Entry): string[] =>
    entry.kind === 'file'
      ? [entry.content ?? '']
      : this.#root()
          .children(entry.id)
          .flatMap((child) => (child.deleted ? [] : this.#contentsIn(child)))

  #try(deed: () => string): string {
    try {
      return deed()
    } catch (error) {
      // Set-backs that the model leaves to the service are plain errors.
      if (error instanceof ApiClientError) return `is refused: ${error.code}`
      if (error instanceof Error && /no way back|is taken/.test(error.message)) return 'is refused'
      throw error
    }
  }
}
