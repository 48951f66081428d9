import { hash } from 'node:crypto'
import type { ChunkRef } from '@holdfast/api/files/chunks'
import type { RootId } from '@holdfast/api/ids'
import { contentIdOf } from '../../src/disk/cut.ts'
import type { Server } from '../../src/ports/server.ts'
import type { Caller } from '../model-service/entry.ts'
import { ModelServer } from '../model-service/model-server.ts'
import { refuse } from '../model-service/refuse.ts'
import { smallContents } from '../model-service/small-contents.ts'

const ROOT = 1 as RootId
const DEVICE: Caller = { personId: 1 as never, machineId: 1 as never, name: 'device' }
/** Small pages, so that there are several. */
const PAGE = 7

/** The model of the service with the bytes that it is sent, as a device reaches one root of it. */
export class ModelPort implements Server {
  readonly model: ModelServer
  readonly #bytes = new Map<string, Uint8Array>()
  /** Called before each request, and after it: what it throws, the device meets. */
  around: (method: string, isDone: boolean) => void = () => {}
  sentBytes = 0

  constructor(now: () => number, maxFileSize?: number) {
    this.model = new ModelServer({ now, contentIdOf, ...(maxFileSize !== undefined && { maxFileSize }) })
    this.model.addRoot(ROOT, 'Backup', [[DEVICE.personId, 'edit']])
  }

  get root() {
    return this.model.root(ROOT)
  }

  listChanges: Server['listChanges'] = (cursor) =>
    this.#ask('listChanges', () => this.model.listChanges(DEVICE, { root_id: ROOT, cursor, limit: PAGE }))

  getSnapshot: Server['getSnapshot'] = ({ after, folderId: folder_id, asOfSeq: as_of_seq }) =>
    this.#ask('getSnapshot', () =>
      this.model.getSnapshot(DEVICE, { root_id: ROOT, after, folder_id, as_of_seq, limit: PAGE }),
    )

  applyBatch: Server['applyBatch'] = (request, inline) =>
    this.#ask('applyBatch', () => {
      for (const [n, { sha256 }] of request.inline.entries())
        this.#hold(sha256, inline[n] ?? refuse('not_found'))
      return this.model.applyBatch(DEVICE, ROOT, request)
    })

  findMissingChunks: Server['findMissingChunks'] = (chunks) =>
    this.#ask('findMissingChunks', () => new Set(this.model.findMissingChunks(DEVICE, ROOT, chunks)))

  putChunk: Server['putChunk'] = (sha256, bytes) =>
    this.#ask('putChunk', () => {
      this.#hold(sha256, bytes)
      this.model.putChunk(DEVICE, ROOT, { sha256, size: bytes.length })
    })

  putChunks: Server['putChunks'] = (chunks) =>
    this.#ask('putChunks', () => {
      const refused = new Set<string>()
      for (const { sha256, bytes } of chunks)
        if (hash('sha256', bytes) !== sha256) refused.add(sha256)
        else {
          this.#hold(sha256, bytes)
          this.model.putChunk(DEVICE, ROOT, { sha256, size: bytes.length })
        }
      return refused
    })

  findWriter: Server['findWriter'] = async () => ({ isMe: true, name: '', at: 0 })

  openContent: Server['openContent'] = ({ revisionId }) =>
    this.#ask('openContent', () => {
      const revision = this.root.revisions.get(revisionId ?? (0 as never)) ?? refuse('not_found')
      const { id: content, size, chunks } = revision.content
      const whole = this.#read(chunks)
      const port = this
      return {
        content,
        size,
        modified: revision.modifiedAt,
        chunks: async () => chunks,
        bytes: async function* (from: number, to: number) {
          yield* [await port.#ask('bytes', () => whole.subarray(from, to))]
        },
      }
    })

  openContents: Server['openContents'] = (rows) =>
    this.#ask('openContents', () => smallContents(this.root, rows, this.#read))

  #read = (chunks: readonly ChunkRef[]): Buffer =>
    Buffer.concat(chunks.map(({ sha256 }) => this.#bytes.get(sha256) ?? refuse('not_found')))

  /** What held these bytes holds others, as a disk that has gone bad does. */
  damage(text: string): void {
    for (const [sha256, bytes] of this.#bytes)
      if (Buffer.from(text).equals(bytes)) this.#bytes.set(sha256, Buffer.from(bytes.toReversed()))
  }

  #hold(sha256: string, bytes: Uint8Array): void {
    this.sentBytes += bytes.length
    this.#bytes.set(sha256, Buffer.from(bytes))
  }

  async #ask<T>(method: string, request: () => T): Promise<T> {
    this.around(method, false)
    const answer = request()
    this.around(method, true)
    return answer
  }
}
