import { copyFile, rm } from 'node:fs/promises'
import path from 'node:path'
import type { DatabaseLocation } from '../../src/platform/config/config.ts'
import { beginEpoch } from '../../src/platform/installation/epoch.ts'
import { administer, type Place } from '../servers/stacks.ts'
import type { World } from '../servers/world.ts'

/** A database as it was, while nobody uses it: what a backup is made of. */
export interface DatabaseCopy {
  /** Makes the database what it was then; nobody may be connected. */
  putBack(): Promise<void>
  dispose(): Promise<void>
}

export const copyDatabase = ({ database }: Place): Promise<DatabaseCopy> =>
  database.kind === 'sqlite' ? copySqlite(database.file) : copyPostgres(database)

async function copySqlite(file: string): Promise<DatabaseCopy> {
  const copy = `${file}.copy`
  await copyFile(file, copy)
  return {
    async putBack() {
      for (const end of ['-wal', '-shm']) await rm(file + end, { force: true })
      await copyFile(copy, file)
    },
    dispose: () => rm(copy),
  }
}

async function copyPostgres({ url }: Extract<DatabaseLocation, { kind: 'postgres' }>): Promise<DatabaseCopy> {
  const name = path.basename(new URL(url).pathname)
  const copy = `${name}_copy`
  await administer(`create database ${copy} template ${name}`)
  return {
    async putBack() {
      await administer(`drop database ${name}`)
      await administer(`create database ${name} template ${copy}`)
    },
    dispose: () => administer(`drop database ${copy}`),
  }
}

/** The world stands still meanwhile; people have to sign in again. */
export async function copyWorld(world: World): Promise<DatabaseCopy> {
  await world.service.close()
  const copy = await copyDatabase(world.place)
  await world.start()
  return copy
}

/** As an operator restores a backup. */
export async function restoreWorld(world: World, copy: DatabaseCopy): Promise<void> {
  await world.service.close()
  await copy.putBack()
  await world.start()
  await beginEpoch(world.service.ctx)
}
