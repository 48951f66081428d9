import { closeSync, existsSync, mkdirSync, openSync, renameSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { bringUpToDate, type Schema } from './schema.ts'

/** Another process has it open. Two that wrote to one would each believe what the other has made untrue. */
export class StoreInUse extends Error {
  override name = 'StoreInUse'
}

/** Why a file could not be used, and where it is now. */
export interface PutAside {
  readonly why: 'damaged' | 'foreign' | 'newer'
  readonly file: string
}

export interface Opened {
  readonly db: DatabaseSync
  readonly aside: PutAside | undefined
}

/**
 * A file that cannot be used is put aside, never removed, and an empty one takes its place: what was in it can be found
 * out again.
 */
export function openDatabase(file: string, schema: Schema): Opened {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const opened = tryToOpen(file, schema)
  if (typeof opened !== 'string') return { db: opened, aside: undefined }
  const aside = { why: opened, file: putAside(file) }
  const fresh = tryToOpen(file, schema)
  if (typeof fresh === 'string') throw new Error(`A new file is ${fresh} at once: ${file}`)
  return { db: fresh, aside }
}

function tryToOpen(file: string, schema: Schema): DatabaseSync | PutAside['why'] {
  // SQLite gives the files beside it the mode that this one has.
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
  const db = new DatabaseSync(file)
  try {
    db.exec('pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = full')
    // What one large commit took is given back when the next is made.
    db.exec('pragma journal_size_limit = 16777216; pragma trusted_schema = off; begin immediate; commit')
    const whyNot = judge(db, schema)
    if (whyNot === undefined) return db
    db.close()
    return whyNot
  } catch (error) {
    db.close()
    if (sqliteCode(error) === BUSY) throw new StoreInUse(`Another agent uses ${file}`, { cause: error })
    if (isDamage(error)) return 'damaged'
    throw error
  }
}

function judge(db: DatabaseSync, schema: Schema): PutAside['why'] | undefined {
  const application = numberOf(db, 'application_id')
  const version = numberOf(db, 'user_version')
  const tables = Number(db.prepare('select count(*) as n from sqlite_schema').get()?.n)
  const isNew = application === 0 && version === 0 && tables === 0
  if (!isNew && application !== schema.applicationId) return 'foreign'
  if (version > schema.steps.length) return 'newer'
  if (!isNew && db.prepare('pragma quick_check(1)').get()?.quick_check !== 'ok') return 'damaged'
  bringUpToDate(db, schema, version)
  return undefined
}

const numberOf = (db: DatabaseSync, pragma: string): number =>
  Number(db.prepare(`pragma ${pragma}`).get()?.[pragma])

function putAside(file: string): string {
  let number = 1
  while (existsSync(`${file}.aside${number}`)) number++
  for (const suffix of ['', '-wal', '-shm'])
    if (existsSync(file + suffix)) renameSync(file + suffix, `${file}.aside${number}${suffix}`)
  return `${file}.aside${number}`
}

const BUSY = 5
const CORRUPT = 11
const NOT_A_DATABASE = 26

/** The first eight bits say what it is, the others more about it. */
const sqliteCode = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined
const isDamage = (error: unknown): boolean => [CORRUPT, NOT_A_DATABASE].includes(sqliteCode(error) ?? 0)
