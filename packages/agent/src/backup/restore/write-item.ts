import { type BigIntStats, readlinkSync, symlinkSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { SyncEntry } from '@holdfast/api/files/sync'
import { parseUtc } from '@holdfast/api/time'
import { decodeAttributes, type KeptAttributes } from '../../core/backup-meta.ts'
import { rowOfEntry } from '../../engine/state/rows.ts'
import type { ContentSource } from '../../ports/disk.ts'
import type { Server } from '../../ports/server.ts'
import { RESTORE } from '../../words/backups.ts'
import { chunkOf, contentOf, readContent } from '../read-content.ts'
import type { ExactTimes } from './exact-times.ts'
import { HeldItem } from './held-item.ts'

export interface Writing {
  readonly server: Pick<Server, 'openContent'>
  readonly signal: AbortSignal
  readonly persist: <T>(request: () => Promise<T>) => Promise<T>
  readonly times: ExactTimes
  /** Whether things get the owners that they had. */
  owners: boolean
}

/** What is on the disk is not what was to be written, though nothing said that it failed. */
export class NotAsWritten extends Error {
  override name = 'NotAsWritten'
}

const FILE_MODE = 0o644
const FOLDER_MODE = 0o755

/** What an item is to have; for what another program put there, what is usual. */
export function attributesOf(entry: SyncEntry): KeptAttributes {
  const mtime = BigInt(parseUtc(entry.modified) ?? 0) * 1_000_000n
  const mode = entry.kind === 'folder' ? FOLDER_MODE : FILE_MODE
  return (
    decodeAttributes(entry.meta) ?? {
      mode,
      uid: process.getuid?.() ?? 0,
      gid: process.getgid?.() ?? 0,
      mtime,
      link: false,
    }
  )
}

/** Writes a file where nobody looks for it. It is durable, has all that it is to have, and was read back. Gives what it made. */
export async function writeFile(
  writing: Writing,
  entry: SyncEntry,
  attributes: KeptAttributes,
  path: Buffer,
): Promise<BigIntStats> {
  const { server, signal, persist } = writing
  const source = await persist(() => server.openContent(rowOfEntry(entry)))
  const file = await open(path, 'wx+', 0o600)
  try {
    await fetchInto(writing, file, source)
    await setAttributes(writing, new HeldItem(path, file.fd), attributes)
    await file.sync()
    const { content } = await readContent(file, entry.size, signal)
    if (content !== entry.content) throw new NotAsWritten(RESTORE.differs)
    return await file.stat({ bigint: true })
  } finally {
    await file.close()
  }
}

/** What had come when a line broke need not come again. */
async function fetchInto({ persist }: Writing, file: FileHandle, source: ContentSource): Promise<void> {
  let written = 0
  const fetchSome = async () => {
    for await (const part of source.bytes(written, source.size)) {
      await file.write(part, 0, part.length, written).catch((error: unknown) => {
        throw new DiskFailed(error)
      })
      written += part.length
    }
  }
  while (written < source.size) {
    const before = written
    const failed = await persist(() =>
      fetchSome().catch((error: unknown) => {
        if (error instanceof DiskFailed) return error
        // While something arrives now and then, this continues for as long as it takes.
        if (written === before) throw error
        return undefined
      }),
    )
    if (failed) throw failed.cause
    if (written > source.size) throw new NotAsWritten(RESTORE.tooMuch)
  }
}

/** It is not the line that broke. */
class DiskFailed extends Error {
  override name = 'DiskFailed'

  constructor(cause: unknown) {
    super(RESTORE.diskRefuses, { cause })
  }
}

const MAX_TARGET = 4096

/** Where a link leads to is its content. */
export async function readTarget({ server, persist }: Writing, entry: SyncEntry): Promise<Buffer> {
  if (entry.size > MAX_TARGET) throw new NotAsWritten(RESTORE.badLink)
  const source = await persist(() => server.openContent(rowOfEntry(entry)))
  const target = await persist(async () => {
    const parts: Uint8Array[] = []
    for await (const part of source.bytes(0, source.size)) parts.push(part)
    return Buffer.concat(parts)
  })
  if (contentOf([chunkOf(target)]).content !== entry.content) throw new NotAsWritten(RESTORE.otherBytes)
  return target
}

export async function writeLink(
  writing: Writing,
  target: Buffer,
  attributes: KeptAttributes,
  path: Buffer,
): Promise<BigIntStats> {
  symlinkSync(target, path)
  using link = new HeldItem(path)
  if (!link.stats.isSymbolicLink() || !readlinkSync(path, { encoding: 'buffer' }).equals(target))
    throw new NotAsWritten(RESTORE.differs)
  await setAttributes(writing, link, attributes)
  return link.stats
}

/** What runs with the rights of its owner or group, no matter who starts it. The service may have said so, and never decides that. */
const FOREIGN_RIGHTS = 0o6000
export const hasForeignRights = ({ mode, link }: KeptAttributes): boolean =>
  !link && (mode & FOREIGN_RIGHTS) !== 0

/** Mode, owner and time. To whom something belongs, only the system's administrator may say. */
export async function setAttributes(
  { times, owners }: Pick<Writing, 'times' | 'owners'>,
  item: HeldItem,
  { mode: kept, uid, gid, mtime, link }: KeptAttributes,
): Promise<void> {
  const mode = kept & ~FOREIGN_RIGHTS
  const now = item.stats
  const isOther = now.uid !== BigInt(uid) || now.gid !== BigInt(gid)
  if (isOther && owners && process.geteuid?.() === 0) item.giveTo(uid, gid)
  // Giving something to another takes bits of its mode away.
  if (!link && (isOther || Number(now.mode & 0o7777n) !== mode)) item.setMode(mode)
  if (now.mtimeNs !== mtime) await times.set(item, mtime)
}
