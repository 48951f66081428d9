import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import type { BlobsLocation, DatabaseLocation } from '../../src/platform/config/config.ts'
import { makeBucket } from './buckets.ts'
import { environment } from './environment.ts'
import { guardRoots } from './root-guard.ts'

// Anyone who opens a database in a test opens it under guard.
guardRoots()

/** Where one test's data lives; empty at first, gone when it is disposed of. */
export interface Place {
  dataDir: string
  database: DatabaseLocation
  blobs: BlobsLocation
  dispose(): Promise<void>
}

/** `migrated` spares a start the making of all tables: the runner has made them once. */
export type Form = 'empty' | 'migrated'

export interface Stack {
  name: string
  open(form?: Form): Promise<Place>
}

/** The two ways the service is run. Every contract test runs on both. */
export const STACKS: readonly Stack[] = [
  { name: 'sqlite+disk', open: openSmall },
  { name: 'postgres+s3', open: openLarge },
]

/**
 * For what asks a service as anyone does and has no statements of its own: pages, browsers, agents. The operations that it comes to
 * are tested on both; the soak has both here, too.
 */
export const USUAL_STACKS: readonly Stack[] = process.env.TESTKIT_SOAK ? STACKS : STACKS.slice(0, 1)

export const makeTempDir = (): Promise<string> => mkdtemp(path.join(environment('TESTKIT_DIR'), 'case-'))

/** The databases that the runner has migrated, where it has. */
export const TEMPLATE_DATABASE = 'holdfast_template'
export const templateFile = (dir: string): string => path.join(dir, 'template.db')

const hasTemplates = (form: Form | undefined): boolean =>
  form === 'migrated' && process.env.TESTKIT_TEMPLATES !== undefined

async function openSmall(form?: Form): Promise<Place> {
  const dataDir = await makeTempDir()
  const file = path.join(dataDir, 'holdfast.db')
  if (hasTemplates(form)) await copyFile(templateFile(environment('TESTKIT_DIR')), file)
  return {
    dataDir,
    database: { kind: 'sqlite', file },
    blobs: { kind: 'disk', dir: path.join(dataDir, 'blobs') },
    dispose: () => rm(dataDir, { recursive: true, force: true }),
  }
}

let databases = 0

async function openLarge(form?: Form): Promise<Place> {
  const dataDir = await makeTempDir()
  const name = `test_${process.pid}_${++databases}`
  const template = hasTemplates(form) ? ` template ${TEMPLATE_DATABASE} strategy file_copy` : ''
  await administer(`create database ${name}${template}`)
  const url = new URL(environment('TESTKIT_POSTGRES_URL'))
  url.pathname = `/${name}`
  return {
    dataDir,
    database: { kind: 'postgres', url: url.href },
    blobs: await makeBucket(name.replaceAll('_', '-')),
    async dispose() {
      await administer(`drop database ${name} with (force)`)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** One connection for all that a process makes and drops: it stays, and keeps the process from nothing. */
let administrator: Promise<pg.Client> | undefined

export async function administer(statement: string): Promise<void> {
  administrator ??= connect()
  await (await administrator).query(statement)
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client(environment('TESTKIT_POSTGRES_URL'))
  // The code that started PostgreSQL in this process stops it at the end, and this connection with it.
  client.on('error', () => {})
  await client.connect()
  ;(client as pg.Client & { unref(): void }).unref()
  return client
}
