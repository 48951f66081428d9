import type { RootId } from '@holdfast/api/ids'
import { ApiError, fail } from '../errors.ts'
import type { ParentId } from '../platform/db/tables/files.ts'
import { isUniqueViolation } from '../platform/db/violations.ts'

/** A place in a folder that one live item at most can have. */
export interface NamedPlace {
  rootId: RootId
  parentId: ParentId
  nameKey: string
}

/** A refusal because of an item that has the name already; only those who see that item learn which one it is. */
export class NameTaken extends ApiError {
  readonly place: NamedPlace

  constructor(place: NamedPlace, description?: string) {
    super('name_conflict', description)
    this.place = place
  }
}

export const failTaken = (place: NamedPlace, description?: string): never => {
  throw new NameTaken(place, description)
}

interface Placed {
  root_id: RootId
  parent_id: ParentId
  name_key: string
}

/** The unique index decides whether a name is free. */
export const unlessTaken = <T>(changing: Promise<T>, to: Placed | undefined): Promise<T> =>
  changing.catch((error) => {
    if (!isUniqueViolation(error)) throw error
    if (!to) return fail('name_conflict')
    return failTaken({ rootId: to.root_id, parentId: to.parent_id, nameKey: to.name_key })
  })
