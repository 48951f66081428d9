import { BackupError } from './backup-error.ts'
import { IS_NAME, type Names, type Shelf } from './names.ts'

export interface Listed {
  name: string
  size: number
}

/** Where backups are kept: a folder or a bucket. */
export interface BackupPlace {
  /** All of it is there, durably, once this resolves; before that nothing. Replaces what has the name. */
  put<S extends Shelf>(shelf: S, name: Names[S], bytes: Buffer): Promise<void>
  /** Undefined if there is none. */
  get<S extends Shelf>(shelf: S, name: Names[S]): Promise<Buffer | undefined>
  /** Some at a time, in no order; files that are not ours may be among them. */
  list(shelf: Shelf): AsyncGenerator<Listed[]>
  /** Deleting what is not there is not an error. */
  delete<S extends Shelf>(shelf: S, name: Names[S]): Promise<void>
  close(): Promise<void>
}

/** The same place, which refuses every name that could lead elsewhere, no matter who asks. */
export function strict(place: BackupPlace): BackupPlace {
  const check = (shelf: Shelf, name: string) => {
    if (!IS_NAME[shelf](name)) throw new BackupError(`${JSON.stringify(name)} is not a name of ${shelf}`)
  }
  return {
    async put(shelf, name, bytes) {
      check(shelf, name)
      await place.put(shelf, name, bytes)
    },
    async get(shelf, name) {
      check(shelf, name)
      return place.get(shelf, name)
    },
    async delete(shelf, name) {
      check(shelf, name)
      await place.delete(shelf, name)
    },
    list: (shelf) => place.list(shelf),
    close: () => place.close(),
  }
}

/** The sizes of all things of a shelf by their names. */
export async function sizesOn<S extends Shelf>(place: BackupPlace, shelf: S): Promise<Map<Names[S], number>> {
  const is = IS_NAME[shelf]
  const sizes = new Map<Names[S], number>()
  for await (const some of place.list(shelf))
    for (const { name, size } of some) if (is(name)) sizes.set(name, size)
  return sizes
}
