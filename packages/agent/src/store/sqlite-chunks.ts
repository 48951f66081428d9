import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { ChunkRef } from '@holdfast/api/files/chunks'
import type { LocalId } from '../core/local-id.ts'
import type { KeptChunks } from '../ports/kept-chunks.ts'

const HASH_BYTES = 32
/** A hash and a size. */
const ENTRY_BYTES = HASH_BYTES + 4

/** In the store of a root, and dropped with what it knows of the file. */
export class SqliteChunks implements KeptChunks {
  readonly #find: StatementSync
  readonly #keep: StatementSync
  readonly #drop: StatementSync

  constructor(db: DatabaseSync) {
    this.#find = db.prepare('select list from chunks where local_id = ?')
    this.#keep = db.prepare(
      'insert into chunks (local_id, stamp, list) values (?, ?, ?) on conflict (local_id) do update set stamp = excluded.stamp, list = excluded.list where stamp <> excluded.stamp',
    )
    this.#drop = db.prepare('delete from chunks where local_id = ?')
  }

  find(id: LocalId): ChunkRef[] | undefined {
    try {
      const list = this.#find.get(id)?.list
      return list instanceof Uint8Array ? decode(list) : undefined
    } catch {
      // Anyone who reads the file is done without it.
      return undefined
    }
  }

  keep(id: LocalId, stamp: string, chunks: readonly ChunkRef[]): void {
    try {
      this.#keep.run(id, stamp, encode(chunks))
    } catch {
      // The disk is full, or broken: anyone who has to write down something that counts finds out.
    }
  }

  drop(id: LocalId): void {
    this.#drop.run(id)
  }
}

function encode(chunks: readonly ChunkRef[]): Uint8Array {
  const list = Buffer.alloc(chunks.length * ENTRY_BYTES)
  for (const [number, { sha256, size }] of chunks.entries()) {
    list.write(sha256, number * ENTRY_BYTES, 'hex')
    list.writeUInt32BE(size, number * ENTRY_BYTES + HASH_BYTES)
  }
  return list
}

function decode(bytes: Uint8Array): ChunkRef[] {
  const list = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Array.from({ length: Math.floor(list.length / ENTRY_BYTES) }, (_, number) => {
    const at = number * ENTRY_BYTES
    return {
      sha256: list.toString('hex', at, at + HASH_BYTES),
      size: list.readUInt32BE(at + HASH_BYTES),
    }
  })
}
