import type { Keys } from '../secrets/keys.ts'
import type { Db } from './database.ts'
import { Slot } from './slots.ts'

/** What opens the sealed columns of one database, once it is unlocked. */
export interface KeyHolder {
  keys?: Keys
}

const KEYS = new Slot<KeyHolder>({ begin: (around) => around ?? {} })

/** Everything that queries of one database run on knows its keys. */
export function shareKeys(db: Db, holder: KeyHolder): void {
  KEYS.put(db, holder)
}

export const heldKeys = ({ keys }: KeyHolder): Keys => keys ?? refuseLocked()

/** The keys to what is sealed in the database that queries on `db` ask. */
export const keysOf = (db: Db): Keys => heldKeys(KEYS.find(db) ?? {})

function refuseLocked(): never {
  throw new Error('The database is locked: nothing sealed is read or written before `unlock`')
}
