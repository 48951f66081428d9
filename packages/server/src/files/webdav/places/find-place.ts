import { nameKey } from '@holdfast/api/files/names'
import { listProgramRoots } from '../../../access/program-roots.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { ParentId } from '../../../platform/db/tables/files.ts'
import type { PersonPrincipal } from '../../../platform/principal.ts'
import { type EntryRow, findByName } from '../../../records/entries.ts'
import { BACKUPS, type Location, type Locations, placeRoots } from './locations.ts'
import { type DraftRow, findDraft } from './queries.ts'

/** The top level, and the folder of backups in it: nothing can be put there. */
export interface Shelf {
  at: 'top' | 'backups'
  locations: readonly Location[]
  /** Whether the folder of backups is among them. */
  hasBackups: boolean
}

/** A root, or something live in one. */
export interface Found {
  at: 'item'
  location: Location
  /** From the outermost on; without the item itself. */
  folders: readonly EntryRow[]
  /** None for the top of the root. */
  entry: EntryRow | undefined
}

/** Nothing is there, but the folder that it would be in. */
export interface Free {
  at: 'free'
  location: Location
  folders: readonly EntryRow[]
  name: string
}

/** Something under a name that files cannot have, which the asking sign-in put there. */
export interface Draft {
  at: 'draft'
  location: Location
  folders: readonly EntryRow[]
  name: string
  draft: DraftRow
}

/** Not even the folder is there, or it is one that holds nothing but locations. */
export interface Nowhere {
  at: 'nowhere'
  isShelf: boolean
}

export type Place = Shelf | Found | Free | Draft | Nowhere

/** All places that a program may name, as of one moment. */
export class Places {
  readonly #db: Db
  readonly #who: PersonPrincipal
  #locations: Promise<Locations> | undefined

  constructor(db: Db, who: PersonPrincipal) {
    this.#db = db
    this.#who = who
  }

  /** What is where an address leads, by the names in it from the top on. */
  async find(names: readonly string[]): Promise<Place> {
    this.#locations ??= listProgramRoots(this.#db, this.#who).then(placeRoots)
    const { own, shares, backups } = await this.#locations
    const [first, ...rest] = names
    const hasBackups = backups.length > 0
    if (first === undefined) return { at: 'top', locations: own ? [own, ...shares] : shares, hasBackups }
    if (nameKey(first) === nameKey(BACKUPS) && hasBackups) {
      const [device, ...inside] = rest
      if (device === undefined) return { at: 'backups', locations: backups, hasBackups: false }
      return this.#inRoot(named(backups, device), inside)
    }
    return this.#inRoot(named(own ? [own, ...shares] : shares, first), rest)
  }

  async #inRoot(location: Location | undefined, names: readonly string[]): Promise<Place> {
    if (!location) return { at: 'nowhere', isShelf: names.length === 0 }
    const folders: EntryRow[] = []
    let entry: EntryRow | undefined
    for (const [n, name] of names.entries()) {
      if (entry) folders.push(entry)
      const parentId: ParentId = entry?.id ?? 0
      entry = await findByName(this.#db, { rootId: location.root.id, parentId, nameKey: nameKey(name) })
      const isLast = n === names.length - 1
      if (!entry && isLast) return this.#freeOrDraft(location, folders, name)
      if (!entry || (entry.kind === 'file' && !isLast)) return { at: 'nowhere', isShelf: false }
    }
    return { at: 'item', location, folders, entry }
  }

  async #freeOrDraft(location: Location, folders: readonly EntryRow[], name: string): Promise<Free | Draft> {
    const { sessionId } = this.#who
    const at = { sessionId, rootId: location.root.id, parentId: folders.at(-1)?.id ?? (0 as const) }
    const draft = await findDraft(this.#db, { ...at, nameKey: nameKey(name) })
    return draft
      ? { at: 'draft', location, folders, name: draft.name, draft }
      : { at: 'free', location, folders, name }
  }
}

const named = (locations: readonly Location[], name: string): Location | undefined =>
  locations.find((location) => nameKey(location.name) === nameKey(name))

export const isFolder = (place: Place): boolean =>
  place.at === 'top' || place.at === 'backups' || (place.at === 'item' && place.entry?.kind !== 'file')

/** The folder that a place is in. */
export const parentOf = ({ folders }: Pick<Found, 'folders'>): ParentId => folders.at(-1)?.id ?? 0
