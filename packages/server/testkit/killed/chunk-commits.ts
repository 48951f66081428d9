import assert from 'node:assert/strict'
import type { EntryId, RootId } from '@holdfast/api/ids'
import { startContentId } from '../../src/platform/content/content-id.ts'
import { type CutChunk, chunkOf, commit, put, putBundle } from '../content/client-cut.ts'
import { sampleBytes } from '../content/sample-bytes.ts'
import type { Someone } from '../servers/world.ts'
import { InRoot } from './in-root.ts'
import type { Worker } from './killed-server.ts'

const CHUNKS = 150
const BLOB = 70_000
/** Each of so many commits is a revision of one file, the others are new files. */
const REVISION_EVERY = 3
/** So many in a row need the same new chunk. */
const COMMITS_PER_CHUNK = 4

/** Chunks that all files have in common, in an order of their own. */
export async function putCommon(who: Someone, rootId: RootId): Promise<CutChunk[]> {
  const chunks = Array.from({ length: CHUNKS }, (_, n) => chunkOf(Buffer.from(`chunk ${n}`)))
  await Promise.all(chunks.map((chunk) => put(who, chunk, rootId)))
  return chunks
}

interface Commit {
  chunks: CutChunk[]
  to: { name: string } | { file_id: EntryId; if_ver: number }
  name: string
  content: string
}

/** Makes files of many chunks, most of which are there. */
export class ChunkCommits extends InRoot implements Worker {
  readonly #common: readonly CutChunk[]
  readonly #made = new Map<string, string>()
  #revised: { file_id: EntryId; if_ver: number } | undefined
  #begun: Commit | undefined
  #number = 0
  #last = ''

  constructor(common: readonly CutChunk[], ...where: ConstructorParameters<typeof InRoot>) {
    super(...where)
    this.#common = common
  }

  async turn(): Promise<void> {
    // What was cut off is asked for again, and must not be done twice.
    this.#begun ??= this.#next()
    const { chunks, to, name, content } = this.#begun
    await this.#putLast(chunks)
    const op = { root_id: this.rootId, client_op: `commit ${this.#number}`, ...to }
    const file = await this.server.ask('commit', () => commit(this.who, chunks, op))
    assert.equal(file.name, name)
    this.#made.set(name, content)
    if ('file_id' in to) to.if_ver++
    this.#revised ??= { file_id: file.id, if_ver: 1 }
    this.#begun = undefined
  }

  async #putLast(chunks: readonly CutChunk[]): Promise<void> {
    const last = chunks.at(-1) as CutChunk
    if (last.sha256 === this.#last) return
    await this.server.ask('chunk', async () => {
      if (this.#number % 2 === 0) await put(this.who, last, this.rootId)
      else assert.deepEqual(await putBundle(this.who, [last, ...this.#common.slice(0, 3)], this.rootId), [])
    })
    this.#last = last.sha256
  }

  #next(): Commit {
    const n = ++this.#number
    const at = n % CHUNKS
    const fresh = chunkOf(sampleBytes(BLOB, `fresh ${Math.floor(n / COMMITS_PER_CHUNK)}`))
    const chunks = [...this.#common.slice(at), ...this.#common.slice(0, at), fresh]
    const id = startContentId()
    for (const { sha256 } of chunks) id.update(Buffer.from(sha256, 'hex'))
    const content = id.digest('hex')
    const to = n % REVISION_EVERY === 0 ? this.#revised : undefined
    const name = to ? 'file 1' : `file ${n}`
    return { chunks, to: to ?? { name }, name, content }
  }

  async check(): Promise<void> {
    const found = new Map((await this.trees()).map(({ name, items }) => [name, items['']]))
    const expected = new Map(this.#made)
    const { name = '', content = '' } = this.#begun ?? {}
    if (this.#begun && found.get(name) === content) expected.set(name, content)
    assert.deepEqual(found, expected)
  }
}
