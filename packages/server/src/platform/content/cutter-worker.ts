import { createHash, type Hash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { Cutter } from '@holdfast/api/files/cutter'

/** One slab of one stream; the last one ends the stream. */
export interface CutRequest {
  stream: number
  slab: SharedArrayBuffer
  length: number
  last: boolean
}

/** Where chunks end in that slab, each with the SHA-256 of its bytes. */
export interface CutAnswer {
  stream: number
  cuts: { end: number; sha256: Uint8Array }[]
}

interface Stream {
  cutter: Cutter
  hash: Hash
}

const streams = new Map<number, Stream>()
const open = (): Stream => ({ cutter: new Cutter(), hash: createHash('sha256') })

parentPort?.on('message', (request: CutRequest | { stream: number; abandon: true }) => {
  if ('abandon' in request) streams.delete(request.stream)
  else parentPort?.postMessage(cut(request))
})

function cut({ stream: id, slab, length, last }: CutRequest): CutAnswer {
  const stream = streams.get(id) ?? open()
  const bytes = new Uint8Array(slab, 0, length)
  const cuts: CutAnswer['cuts'] = []
  let start = 0
  const close = (end: number) => {
    cuts.push({ end, sha256: stream.hash.update(bytes.subarray(start, end)).digest() })
    stream.hash = createHash('sha256')
    start = end
  }
  for (const end of stream.cutter.push(bytes)) close(end)
  if (last && stream.cutter.pending > 0) close(length)
  else if (start < length) stream.hash.update(bytes.subarray(start))
  if (last) streams.delete(id)
  else streams.set(id, stream)
  return { stream: id, cuts }
}
