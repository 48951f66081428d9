import { createHash } from 'node:crypto'
import {
  BATCH_OPS,
  type BatchOp,
  type BatchOpName,
  MAX_BATCH_BYTES,
  MAX_BATCH_INLINE,
  MAX_BATCH_OPS,
} from '@holdfast/api/files/sync'
import { fail, missing, refuse } from '../../../errors.ts'
import type { IncomingBytes } from '../../../platform/content/incoming-bytes.ts'
import type { MakeWay } from '../../../platform/limits/make-way.ts'
import { paramsDecoder, type RawParams } from '../../../platform/parameters.ts'
import { jsonIn, readRefs, type SentChunk, splitFramed } from '../../chunks/framed-body.ts'

export interface Batch {
  epoch: string
  ops: BatchOp[]
  /** The bytes that came along, by their hash in hex. They are what it says. */
  inline: Map<string, Buffer>
}

const DECODERS = Object.fromEntries(
  Object.entries(BATCH_OPS).map(([name, schema]) => [name, paramsDecoder(schema)]),
) as Record<BatchOpName, (raw: RawParams) => Record<string, unknown>>

/** A batch that cannot be read is refused as a whole: its sender is mistaken about more than one change. */
export async function readBatch(way: MakeWay, who: string, incoming: IncomingBytes): Promise<Batch> {
  const parts: Buffer[] = []
  let size = 0
  await incoming.receive((bytes) => {
    size += bytes.length
    if (size > MAX_BATCH_BYTES) failTooLarge()
    parts.push(bytes)
    return way.slice(who, othersTurn)
  })
  const body = Buffer.concat(parts)
  const { text, bytes } = splitFramed(body) ?? refuseBody()
  const given = await way.slice(who, () => objectIn(text))
  if (typeof given.epoch !== 'string') return missing('epoch')
  const ops = await way.map(who, listIn(given, 'ops', MAX_BATCH_OPS), readOp)
  if (new Set(ops.map(({ op_id }) => op_id)).size < ops.length) refuse('ops', 'duplicate op_id')
  const refs = readRefs(listIn(given, 'inline', MAX_BATCH_INLINE), bytes, 'inline')
  return { epoch: given.epoch, ops, inline: new Map(await way.map(who, refs, checkedChunk)) }
}

/** Where the system looks for what has come for others meanwhile. */
const othersTurn = (): Promise<void> => new Promise((resume) => setImmediate(resume))

export const failTooLarge = (): never =>
  fail('invalid_request', `A batch can have up to ${MAX_BATCH_BYTES} bytes.`)
const refuseBody = (): never => refuse('body', 'expected: the length of the JSON, the JSON, then the bytes')

function objectIn(json: string): RawParams {
  const value = jsonIn(json)
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? (value as RawParams) : refuseBody()
}

function listIn(given: RawParams, name: string, most: number): unknown[] {
  const list = given[name] ?? []
  if (!Array.isArray(list)) return refuse(name)
  return list.length > most ? refuse(name, `expected: up to ${most}`) : list
}

function readOp(given: unknown): BatchOp {
  const raw = (typeof given === 'object' && given !== null ? given : refuse('ops')) as RawParams
  const op = raw.op as BatchOpName
  if (!Object.hasOwn(DECODERS, op)) refuse('ops', `op must be one of: ${Object.keys(BATCH_OPS).join(', ')}`)
  const decoded = { op, ...DECODERS[op](raw) } as BatchOp
  if (decoded.op === 'put') checkPut(decoded)
  return decoded
}

function checkPut({ entry_id, if_ver, folder_id, name }: Extract<BatchOp, { op: 'put' }>): void {
  if (entry_id === undefined) {
    if (folder_id === undefined) missing('folder_id', 'or send entry_id of an existing file')
    if (name === undefined) missing('name')
  } else if (if_ver === undefined) missing('if_ver')
}

function checkedChunk([sha256, bytes]: SentChunk): SentChunk {
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    refuse('inline', `the bytes do not match ${sha256}`)
  return [sha256, bytes]
}
