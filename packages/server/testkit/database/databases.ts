import { after, before } from 'node:test'
import type { DatabaseLocation } from '../../src/platform/config/config.ts'
import type { Database } from '../../src/platform/db/database.ts'
import type { Place, Stack } from '../servers/stacks.ts'
import { openQuietly } from './open-quietly.ts'

/** One place and a database in it for the tests of one `describe`, prepared once. */
export function useDatabase(stack: Stack, prepare: (db: Database) => Promise<unknown> = async () => {}) {
  let opened: { place: Place; db: Database } | undefined
  before(async () => {
    const place = await stack.open()
    opened = { place, db: await openQuietly(place.database) }
    await prepare(opened.db)
  })
  after(async () => {
    await opened?.db.close()
    await opened?.place.dispose()
  })
  const current = () => opened ?? assertOpen()
  return {
    get db(): Database {
      return current().db
    },
    get location(): DatabaseLocation {
      return current().place.database
    },
  }
}

function assertOpen(): never {
  throw new Error('The database is not open')
}
