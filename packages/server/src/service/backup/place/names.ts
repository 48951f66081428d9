import { formatUtc, type Instant } from '@holdfast/api/time'
import { type BlobKey, isBlobKey } from '../../../platform/basics/blob-key.ts'

declare const PIECE: unique symbol
declare const BACKUP: unique symbol

/** The SHA-256 of the bytes that a piece of a backup has at its place. Only `isPieceName` gives one. */
export type PieceName = string & { readonly [PIECE]: true }

/** `000042-20260501T123000Z-1f2e3d`: the number of a backup, which orders it, the time its clock showed, and what is random. */
export type BackupName = string & { readonly [BACKUP]: true }

/** Beside the manifests of backups, whose names begin with digits. */
export const MARK = 'installation'

/** What a place keeps: bytes of files by the keys of their blobs, pieces of tables by their hashes, and a manifest for each backup. */
export interface Names {
  blobs: BlobKey
  pieces: PieceName
  backups: BackupName | typeof MARK
}

export type Shelf = keyof Names

const PIECE_NAME = /^[0-9a-f]{64}$/
const BACKUP_NAME = /^(\d{6,12})-\d{8}T\d{6}Z-[0-9a-f]{6}$/

export const isPieceName = (text: string): text is PieceName => PIECE_NAME.test(text)
export const isBackupName = (text: string): text is BackupName => BACKUP_NAME.test(text)

/** Nothing but these ever becomes part of a path or an address: whatever names it, a manifest or a list. */
export const IS_NAME: { readonly [S in Shelf]: (text: string) => text is Names[S] } = {
  blobs: isBlobKey,
  pieces: isPieceName,
  backups: (text): text is Names['backups'] => text === MARK || isBackupName(text),
}

/** Random, because two installations may give the same number in the same second, while one takes the place over from the other. */
export const nameOfBackup = (number: number, at: Instant, random: (bytes: number) => Buffer): BackupName =>
  `${String(number).padStart(6, '0')}-${formatUtc(at).replace(/[-:]/g, '')}Z-${random(3).toString('hex')}` as BackupName

export const numberOf = (name: BackupName): number => Number(BACKUP_NAME.exec(name)?.[1])
