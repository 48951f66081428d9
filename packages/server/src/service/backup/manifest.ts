import { formatUtc, type Instant } from '@holdfast/api/time'
import type { LastIds, WholeTable } from '../../platform/db/whole/tables.ts'
import { BackupError } from './backup-error.ts'
import { type Piece, sha256Of } from './pieces.ts'
import type { BackupPlace } from './place.ts'

const FORM = 1

/** A version of the master key by what it is known by. */
export interface KeyId {
  version: number
  id: string
}

/** Tells a master key from others, and nothing about it. */
export const keyId = (checkValue: Buffer): string => checkValue.toString('hex').slice(0, 16)

export interface TableInBackup extends WholeTable {
  rows: number
  pieces: Piece[]
}

/** All that a backup is made of. What it does not name is not part of it. */
export interface Manifest {
  form: typeof FORM
  /** When the database was as it is here: the name of the backup. */
  backup: string
  /** Version of the program. */
  version: string
  installation: string
  epoch: string
  keys: KeyId[]
  /** The form of the database, by the migrations that made it. */
  migrations: string[]
  tables: TableInBackup[]
  ids: LastIds
  blobs: { count: number; bytes: number; pieces: Piece[] }
  /** Blobs that the database names and whose bytes were not there, or not right, already then. */
  damaged: string[]
}

const NAME = /^(\d{8}T\d{9}Z)\.(.+)$/
const MANIFEST = 'manifest.json'
const HASH = 'manifest.sha256'

/** `20260501T123000000Z` */
export const nameOfBackup = (at: Instant): string =>
  `${formatUtc(at).replace(/[-:]/g, '')}${String(at % 1000).padStart(3, '0')}Z`

export const pieceName = (backup: string, part: string): string => `${backup}.${part}`

/** By backup, the names of its parts; the oldest first. Those without a manifest are not complete. */
export async function listParts(place: BackupPlace): Promise<Map<string, string[]>> {
  const names: string[] = []
  for await (const some of place.list('backups')) names.push(...some)
  return Map.groupBy(names.filter((name) => NAME.test(name)).sort(), (name) => NAME.exec(name)?.[1] ?? '')
}

export const isComplete = (backup: string, parts: readonly string[]): boolean =>
  parts.includes(pieceName(backup, MANIFEST))

/** The names of complete backups, the oldest first. */
export async function listBackups(place: BackupPlace): Promise<string[]> {
  return [...(await listParts(place))]
    .filter(([name, parts]) => isComplete(name, parts))
    .map(([name]) => name)
}

/** With this the backup exists. */
export async function writeManifest(place: BackupPlace, manifest: Manifest): Promise<void> {
  const bytes = Buffer.from(`${JSON.stringify(manifest, undefined, 1)}\n`)
  await place.put('backups', pieceName(manifest.backup, HASH), Buffer.from(`${sha256Of(bytes)}\n`))
  await place.put('backups', pieceName(manifest.backup, MANIFEST), bytes)
}

export async function readManifest(place: BackupPlace, backup: string): Promise<Manifest> {
  const bytes = await place.get('backups', pieceName(backup, MANIFEST))
  const hash = await place.get('backups', pieceName(backup, HASH))
  if (!bytes)
    throw new BackupError(
      `There is no backup ${backup} here: «holdfast backup <place> --list» names those there are`,
    )
  if (hash?.toString().trim() !== sha256Of(bytes))
    throw new BackupError(
      `${pieceName(backup, MANIFEST)} is damaged: it does not have the hash that ${pieceName(backup, HASH)} tells`,
    )
  const manifest = JSON.parse(bytes.toString()) as Manifest
  if (manifest.form !== FORM)
    throw new BackupError(
      `The backup ${backup} was made by a newer Holdfast (${manifest.version}): use that version`,
    )
  return manifest
}

/** The one that was asked for, or the newest. */
export async function chooseBackup(place: BackupPlace, asked: string | undefined): Promise<Manifest> {
  const name = asked ?? (await listBackups(place)).at(-1)
  if (name === undefined) throw new BackupError('There is no complete backup at this place')
  return readManifest(place, name)
}

/** A backup without its manifest is none, so that goes first. */
export async function removeBackup(
  place: BackupPlace,
  backup: string,
  parts: readonly string[],
): Promise<void> {
  const manifest = pieceName(backup, MANIFEST)
  for (const name of [manifest, ...parts.filter((part) => part !== manifest)])
    await place.delete('backups', name)
}
