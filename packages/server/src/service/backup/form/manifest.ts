import type { KeyObject } from 'node:crypto'
import { whyMisfit } from '@holdfast/api/why-misfit'
import { type Static, Type } from 'typebox'
import { isBlobKey } from '../../../platform/basics/blob-key.ts'
import { fingerprintOf, isSignedBy, publicKeyOf, sign } from '../../../platform/secrets/signature.ts'
import { BACKUP_LOCATION } from '../../words/backup.ts'
import { BackupError } from '../place/backup-error.ts'
import { type BackupName, isBackupName, isPieceName, numberOf } from '../place/names.ts'
import type { BackupPlace } from '../place/place.ts'
import type { Tree } from './tree.ts'

export const FORM = 2

const text = Type.String()
const count = Type.Integer({ minimum: 0 })
const HASH = Type.String({ pattern: '^[0-9a-f]{64}$' })

const TREE = Type.Object({
  rows: count,
  height: Type.Integer({ minimum: 0, maximum: 12 }),
  top: Type.Union([Type.Null(), Type.Object({ name: HASH, size: count, rows: count, content: HASH })]),
})

const MANIFEST = Type.Object({
  form: Type.Literal(FORM),
  backup: text,
  /** The one made before it at this place, by its name and the hash of its manifest. */
  previous: Type.Union([Type.Null(), Type.Object({ backup: text, sha256: HASH })]),
  /** Version of the program. */
  version: text,
  installation: text,
  epoch: text,
  /** Of the master key, by what each version is known by. */
  keys: Type.Array(Type.Object({ version: count, id: text })),
  /** The form of the database, by the migrations that made it. */
  migrations: Type.Array(text),
  tables: Type.Array(Type.Object({ name: text, columns: Type.Array(text), rows: TREE })),
  /** By table, the last id that was given. */
  ids: Type.Record(text, count),
  blobs: Type.Object({ count, bytes: count, list: TREE }),
  /** Blobs that the database names and whose bytes were not there, or not right, already then. */
  damaged: Type.Array(text),
})

type Written = Static<typeof MANIFEST>

/** All that a backup is made of. What it does not name is not part of it. */
export interface Manifest extends Omit<Written, 'backup' | 'tables' | 'blobs'> {
  backup: BackupName
  tables: { name: string; columns: string[]; rows: Tree }[]
  blobs: { count: number; bytes: number; list: Tree }
}

export type KeyId = Manifest['keys'][number]

/** Tells a master key from others, and reveals nothing about it. */
export const keyId = (checkValue: Buffer): string => checkValue.toString('hex').slice(0, 16)

export const rowCount = ({ tables }: Manifest): number =>
  tables.reduce((sum, table) => sum + table.rows.rows, 0)

export const treesOf = ({ tables, blobs }: Manifest): Tree[] => [
  ...tables.map(({ rows }) => rows),
  blobs.list,
]

const TITLE = `holdfast-backup ${FORM}\n`
const SEAL = /^([0-9a-f]{64}) ([0-9a-f]{128})\n/

export interface Sealed {
  manifest: Manifest
  /** Of the key that signed it. */
  fingerprint: string
  publicKey: Buffer
}

/** The manifest as it is stored: a title, the public key with the signature, and what is signed. */
export function sealManifest(manifest: Manifest, key: KeyObject): Buffer {
  const body = Buffer.from(`${TITLE}${JSON.stringify(manifest, undefined, 1)}\n`)
  const seal = `${publicKeyOf(key).toString('hex')} ${sign(key, body).toString('hex')}\n`
  return Buffer.concat([Buffer.from(TITLE), Buffer.from(seal), body.subarray(TITLE.length)])
}

/** Throws a BackupError for what nobody has signed, or what is not the manifest of this backup. */
export function openManifest(backup: BackupName, bytes: Buffer): Sealed {
  const damaged = (why: string) => new BackupError(`The manifest of backup ${backup} is damaged: ${why}`)
  if (!bytes.subarray(0, TITLE.length).equals(Buffer.from(TITLE)))
    throw /^holdfast-backup \d+\n/.test(bytes.subarray(0, 40).toString())
      ? new BackupError(`Backup ${backup} was made by another version of Holdfast. Use that version`)
      : damaged('it has an unknown format')
  const found = SEAL.exec(bytes.subarray(TITLE.length, TITLE.length + 200).toString('latin1'))
  if (!found) throw damaged('it is not signed')
  const [seal, key = '', signature = ''] = found
  const publicKey = Buffer.from(key, 'hex')
  const json = bytes.subarray(TITLE.length + seal.length)
  const body = Buffer.concat([Buffer.from(TITLE), json])
  if (!isSigned(publicKey, body, Buffer.from(signature, 'hex'))) throw damaged('its signature does not match')
  const manifest = read(json, damaged)
  if (manifest.backup !== backup) throw damaged(`it belongs to backup ${manifest.backup}`)
  return { manifest, fingerprint: fingerprintOf(publicKey), publicKey }
}

function isSigned(publicKey: Buffer, body: Buffer, signature: Buffer): boolean {
  try {
    return isSignedBy(publicKey, body, signature)
  } catch {
    // Those bytes are no key.
    return false
  }
}

/** Signed does not mean ours: its maker may have signed it with a key of their own. */
function read(json: Buffer, damaged: (why: string) => BackupError): Manifest {
  let value: unknown
  try {
    value = JSON.parse(json.toString())
  } catch {
    throw damaged('it is not JSON')
  }
  const why = whyMisfit(MANIFEST, value)
  if (why) throw damaged(why)
  const manifest = value as Written
  const pieces = [...manifest.tables.map(({ rows }) => rows), manifest.blobs.list].flatMap(
    ({ top }) => top ?? [],
  )
  if (!isBackupName(manifest.backup)) throw damaged('“backup” is not a name')
  if (!pieces.every(({ name }) => isPieceName(name)) || !manifest.damaged.every(isBlobKey))
    throw damaged('it has invalid entries')
  return manifest as Manifest
}

export async function readManifest(place: BackupPlace, backup: BackupName): Promise<Sealed> {
  const bytes = await place.get('backups', backup)
  if (!bytes)
    throw new BackupError(
      `There is no backup ${backup} at this location. To list the backups, run “holdfast backup <location> --list”`,
    )
  return openManifest(backup, bytes)
}

/** The names of backups by their numbers, the oldest first. */
export async function listBackups(place: BackupPlace): Promise<BackupName[]> {
  const names: BackupName[] = []
  for await (const some of place.list('backups'))
    for (const { name } of some) {
      if (isBackupName(name)) names.push(name)
      else if (OLD_FORM.test(name)) throw new BackupError(OLD_PLACE)
    }
  return names.sort((a, b) => numberOf(a) - numberOf(b))
}

/** What places had before backups had numbers. */
const OLD_FORM = /^\d{8}T\d{9}Z\./
const OLD_PLACE = BACKUP_LOCATION.tooOld
