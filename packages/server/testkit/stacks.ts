import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import type { BlobsLocation, DatabaseLocation } from '../src/platform/config.ts'
import { makeBucket } from './buckets.ts'
import { environment } from './environment.ts'
import { guardRoots } from './root-guard.ts'

// Whoever opens a database in a test opens it under guard.
guardRoots()

/** Where one test's data lives; empty at first, gone when it is disposed of. */
export interface Place {
  dataDir: string
  database: DatabaseLocation
  blobs: BlobsLocation
  dispose(): Promise<void>
}

export interface Stack {
  name: string
  open(): Promise<Place>
}

/** The two ways the service is run. Every contract test runs on both. */
export const STACKS: readonly Stack[] = [
  { name: 'sqlite+disk', open: openSmall },
  { name: 'postgres+s3', open: openLarge },
]

export const makeTempDir = (): Promise<string> => mkdtemp(path.join(environment('TESTKIT_DIR'), 'case-'))

async function openSmall(): Promise<Place> {
  const dataDir = await makeTempDir()
  return {
    dataDir,
    database: { kind: 'sqlite', file: path.join(dataDir, 'holdfast.db') },
    blobs: { kind: 'disk', dir: path.join(dataDir, 'blobs') },
    dispose: () => rm(dataDir, { recursive: true, force: true }),
  }
}

let databases = 0

async function openLarge(): Promise<Place> {
  const dataDir = await makeTempDir()
  const name = `test_${process.pid}_${++databases}`
  await administer(`create database ${name}`)
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

async function administer(statement: string): Promise<void> {
  const client = new pg.Client(environment('TESTKIT_POSTGRES_URL'))
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
