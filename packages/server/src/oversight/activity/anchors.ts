import { createHmac, timingSafeEqual } from 'node:crypto'
import type { OrganizationId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { type BlobKey, blobKey } from '../../platform/basics/blob-key.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import type { ChainEnd } from '../../records/activity/queries.ts'

/** What the keys of anchors begin with in the blob store; no other blob's does. */
export const ANCHOR = 'anchor-'
/** Each holds all that those before it hold; more are kept only to be compared by hand. */
const KEPT = 48

/** A chain that a restore has made shorter: its end from then on. */
export interface SetBack {
  organizationId: OrganizationId
  seq: number
  at: Instant
}

/** How far each chain had come at a time, kept outside of the database. */
export interface Anchor {
  at: Instant
  /** The version of the master key that signed it: records after it are by this one or a newer one. */
  version: number
  ends: ReadonlyMap<OrganizationId, ChainEnd>
  setBacks: readonly SetBack[]
}

type Store = Pick<Ctx, 'blobs'> & { keys: Keys }

/** The newest anchor that is genuine, and the keys of newer ones that are not. */
export async function findAnchor(store: Store): Promise<{ anchor: Anchor | undefined; spoilt: BlobKey[] }> {
  const spoilt: BlobKey[] = []
  for (const key of await listAnchors(store)) {
    const anchor = parsed(store.keys, (await store.blobs.get(key)).toString())
    if (anchor) return { anchor, spoilt }
    spoilt.push(key)
  }
  return { anchor: undefined, spoilt }
}

/** Newest first. */
async function listAnchors({ blobs }: Store): Promise<BlobKey[]> {
  const keys: BlobKey[] = []
  for await (const some of blobs.list(ANCHOR)) keys.push(...some)
  return keys.sort().reverse()
}

/** Stores an anchor, and removes the oldest; gives its key, for the log. */
export async function keepAnchor(
  store: Store,
  random: Ctx['random'],
  { at, ends, setBacks }: Omit<Anchor, 'version'>,
): Promise<BlobKey> {
  const { version } = store.keys
  const text = JSON.stringify({
    version,
    at,
    ends: [...ends].map(([id, { seq, hash }]) => [id, seq, hash.toString('base64url')]),
    setBacks,
  })
  const key = blobKey(`${ANCHOR}${String(at).padStart(15, '0')}-${random(8).toString('hex')}`)
  await store.blobs.put(key, [Buffer.from(`${text}\n${signatureOf(store.keys, version, text)}`)])
  for (const old of (await listAnchors(store)).slice(KEPT)) await store.blobs.delete(old)
  return key
}

const signatureOf = (keys: Keys, version: number, text: string): string =>
  createHmac('sha256', keys.derived('activity anchor', version)).update(text).digest('base64url')

interface Written extends Omit<Anchor, 'ends'> {
  ends: [OrganizationId, number, string][]
}

function parsed(keys: Keys, content: string): Anchor | undefined {
  const [text = '', signature = ''] = content.split('\n')
  const version = Number(/^\{"version":(\d{1,3}),/.exec(text)?.[1])
  if (!keys.versions.includes(version)) return undefined
  const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(keys, version, text))]
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
  const { ends, ...rest } = JSON.parse(text) as Written
  return {
    ...rest,
    ends: new Map(ends.map(([id, seq, hash]) => [id, { seq, hash: Buffer.from(hash, 'base64url') }])),
  }
}
