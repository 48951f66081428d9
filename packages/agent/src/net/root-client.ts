import { getOwnPerson } from '@holdfast/api/accounts/people'
import { ApiClientError } from '@holdfast/api/client'
import { listChanges, MAX_CHANGES, MAX_WAIT_SECONDS } from '@holdfast/api/files/changes'
import {
  type ChunkRef,
  findMissingChunks,
  listRevisionChunks,
  MAX_BUNDLE_BYTES,
  MAX_CHUNKS_ASKED,
  putChunk,
  putChunks,
} from '@holdfast/api/files/chunks'
import { getContents } from '@holdfast/api/files/contents'
import { lockFile, unlockFile } from '@holdfast/api/files/file-locks'
import { getRoot } from '@holdfast/api/files/files'
import { encodeFramed } from '@holdfast/api/files/framed'
import { downloadRevision, listFileRevisions } from '@holdfast/api/files/revisions'
import {
  applyBatch,
  encodeBatch,
  getEntries,
  getSnapshot,
  MAX_ENTRIES_ASKED,
  type SyncEntry,
} from '@holdfast/api/files/sync'
import type { EntryId, PersonId, RevisionId, RootId } from '@holdfast/api/ids'
import type { ResultOf } from '@holdfast/api/operation'
import { parseUtc } from '@holdfast/api/time'
import { type RemoteRow, TOP_ROW } from '../core/remote-tree.ts'
import { LentMemory } from '../engine/transfer/lent-memory.ts'
import type { ContentSource } from '../ports/disk.ts'
import type { Lock, LockCalls } from '../ports/locks.ts'
import type { SentChunk, Server } from '../ports/server.ts'
import { contentsIn } from './contents-in.ts'
import { SMALL_BODY } from './https-fetch.ts'
import type { ServiceLine } from './service-line.ts'

const CHUNKS_ON_PAGE = 10_000

/** Asks the service about one root, over HTTP. */
export class RootClient implements Server, LockCalls {
  readonly #line: ServiceLine
  readonly #root: { root_id: RootId }
  /** What bundles are put together in. */
  readonly #bundles = new LentMemory(MAX_BUNDLE_BYTES)
  #me: PersonId | undefined

  constructor(line: ServiceLine, rootId: RootId) {
    this.#line = line
    this.#root = { root_id: rootId }
  }

  listChanges: Server['listChanges'] = (cursor) =>
    certain(() => this.#line.calls.call(listChanges, { ...this.#root, cursor, limit: MAX_CHANGES }))

  /** Returns when there is something behind the cursor, or after a while. For devices that hear no news. */
  async waitForChanges(cursor: string, signal?: AbortSignal): Promise<void> {
    const params = { ...this.#root, cursor, limit: 1, wait: MAX_WAIT_SECONDS }
    const answer = await certain(() => this.#line.waits.open(listChanges, params, signal ? { signal } : {}))
    await answer.json()
  }

  getSnapshot: Server['getSnapshot'] = ({ after, folderId, asOfSeq }) =>
    certain(() =>
      this.#line.calls.call(getSnapshot, {
        ...this.#root,
        ...(after !== undefined && { after }),
        ...(folderId !== undefined && { folder_id: folderId }),
        ...(asOfSeq !== undefined && { as_of_seq: asOfSeq }),
      }),
    )

  applyBatch: Server['applyBatch'] = (request, inline) =>
    certain(() => {
      const body = encodeBatch(request, inline)
      return this.#line.contents.call(applyBatch, { ...this.#root, body })
    })

  async listLocks(ids: readonly EntryId[]): Promise<ReadonlyMap<EntryId, Lock>> {
    const locks = new Map<EntryId, Lock>()
    if (ids.includes(TOP_ROW)) {
      const root = await certain(() => this.#line.calls.call(getRoot, this.#root))
      const lock = root.locks?.find(({ locked_type }) => locked_type === 'root')
      if (lock) locks.set(TOP_ROW, lockOf(lock))
    }
    const items = ids.filter((id) => id !== TOP_ROW)
    for (let at = 0; at < items.length; at += MAX_ENTRIES_ASKED) {
      const asked = { ...this.#root, ids: items.slice(at, at + MAX_ENTRIES_ASKED) }
      const { results } = await certain(() => this.#line.calls.call(getEntries, asked))
      for (const { entry_id, lock, is_deleted } of results)
        if (lock && !is_deleted) locks.set(entry_id, lockOf(lock))
    }
    return locks
  }

  async lockFile(file_id: EntryId, minutes: number): Promise<void> {
    await this.#line.calls.call(lockFile, { ...this.#root, file_id, duration: minutes })
  }

  async unlockFile(file_id: EntryId): Promise<void> {
    await this.#line.calls.call(unlockFile, { ...this.#root, file_id })
  }

  async getOwnId(): Promise<PersonId> {
    this.#me ??= (await this.#line.calls.call(getOwnPerson, {})).id
    return this.#me
  }

  async findMissingChunks(chunks: readonly ChunkRef[]): Promise<ReadonlySet<string>> {
    const missing = new Set<string>()
    for (let at = 0; at < chunks.length; at += MAX_CHUNKS_ASKED) {
      const asked = chunks.slice(at, at + MAX_CHUNKS_ASKED)
      const answer = await certain(() =>
        this.#line.calls.call(findMissingChunks, { ...this.#root, chunks: asked }),
      )
      for (const sha256 of answer.missing) missing.add(sha256)
    }
    return missing
  }

  async putChunk(sha256: string, bytes: Uint8Array): Promise<void> {
    // Nobody shares its memory with other threads.
    const body = bytes as Uint8Array<ArrayBuffer>
    await certain(() => this.#line.contents.call(putChunk, { ...this.#root, sha256, bytes: body }))
  }

  async putChunks(chunks: readonly SentChunk[]): ReturnType<Server['putChunks']> {
    if (!this.#line.has('bundles')) return undefined
    using memory = this.#bundles.take()
    const refs = chunks.map(({ sha256, bytes }) => ({ sha256, size: bytes.length }))
    const parts = chunks.map(({ bytes }) => bytes)
    const body = encodeFramed(refs, parts, memory.bytes)
    const answer = await unlessMissing(() => this.#line.contents.call(putChunks, { ...this.#root, body }))
    return answer && new Set(answer.refused)
  }

  findWriter: Server['findWriter'] = async ({ id, revisionId }) => {
    const asked = { ...this.#root, file_id: id, include_names: true }
    const { results } = await certain(() => this.#line.calls.call(listFileRevisions, asked))
    const revision = results.find((one) => one.id === revisionId)
    return {
      isMe: revision?.person_id === (await certain(() => this.getOwnId())),
      name: revision?.person_name ?? 'somebody',
      at: parseUtc(revision?.created ?? '') ?? 0,
    }
  }

  /** Asks for nothing yet: a refusal comes with what is read of it. */
  async openContent({ id, revisionId, content, size, modified }: RemoteRow): Promise<ContentSource> {
    if (revisionId === null || content === null) throw new Error(`Item ${id} has no content.`)
    const revision = { ...this.#root, file_id: id, revision_id: revisionId }
    return {
      content,
      size,
      modified: (modified === null ? undefined : parseUtc(modified)) ?? 0,
      chunks: () => this.#listChunks(revision),
      bytes: (from, to) => this.#bytes(revision, from, to),
    }
  }

  async openContents(rows: readonly RemoteRow[]): ReturnType<Server['openContents']> {
    if (!this.#line.has('contents')) return undefined
    const files = rows.flatMap(({ id, revisionId: revision }) => (revision === null ? [] : { id, revision }))
    const response = await unlessMissing(() =>
      this.#line.contents.open(getContents, { ...this.#root, files }),
    )
    return response && contentsIn(new Uint8Array(await response.arrayBuffer()), rows)
  }

  async #listChunks(revision: Revision): Promise<ChunkRef[]> {
    const chunks: ChunkRef[] = []
    for (let from: number | null = 0; from !== null; ) {
      const asked = { ...revision, from, limit: CHUNKS_ON_PAGE }
      const page: ResultOf<typeof listRevisionChunks> = await certain(() =>
        this.#line.calls.call(listRevisionChunks, asked),
      )
      chunks.push(...page.chunks)
      from = page.next
    }
    return chunks
  }

  async *#bytes(revision: Revision, from: number, to: number): AsyncGenerator<Uint8Array> {
    if (from >= to) return
    const headers = { range: `bytes=${from}-${to - 1}` }
    const response = await certain(() => this.#line.contents.open(downloadRevision, revision, { headers }))
    let left = to - from
    if (response.status !== 206 || Number(response.headers.get('content-length')) !== left) {
      await response.body?.cancel()
      throw new Error('The server sent other data than was requested.')
    }
    const parts = left <= SMALL_BODY ? [new Uint8Array(await response.arrayBuffer())] : (response.body ?? [])
    for await (const part of parts) {
      left -= part.length
      yield part
    }
    if (left !== 0) throw new Error('The connection was lost before the download was complete.')
  }
}

const lockOf = ({ person_id, expires }: NonNullable<SyncEntry['lock']>): Lock => ({
  personId: person_id,
  until: expires === null ? null : (parseUtc(expires) ?? 0),
})

type Revision = { root_id: RootId; file_id: EntryId; revision_id: RevisionId }

/** It is not known whether the request was done. */
export class NoAnswerCame extends Error {
  override name = 'NoAnswerCame'
}

/** Another server of the service may be too old for a call; where it is the root that is missing, other calls say so. */
async function unlessMissing<T>(request: () => Promise<T>): Promise<T | undefined> {
  try {
    return await certain(request)
  } catch (error) {
    if (error instanceof ApiClientError && error.code === 'not_found') return undefined
    throw error
  }
}

/** A server or a proxy that breaks down leaves open what it did; only a refusal is an answer. */
async function certain<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request()
  } catch (error) {
    if (!(error instanceof ApiClientError)) throw error
    const isRefusal = error.status < 500 && error.status !== 429 && error.status !== 408
    if (isRefusal || error.code === 'temporarily_unavailable') throw error
    throw new NoAnswerCame(error.message, { cause: error })
  }
}
