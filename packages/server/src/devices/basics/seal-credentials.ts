import {
  createCipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  hkdfSync,
  type KeyObject,
} from 'node:crypto'
import type { Ctx } from '../../platform/context.ts'
import type { DeviceState } from '../../platform/db/tables/devices.ts'
import type { MachineRow } from '../../records/machines.ts'

/** For a path on another computer, given by a caller and known to nobody else but the device. */
export interface Credentials {
  username?: string | undefined
  password?: string | undefined
}

/** What they are for: sealed for one thing, they cannot be used for another. */
export type SealedFor = { purpose: 'ls' } | { purpose: 'mapping' | 'backup' | 'restore'; row: number }

/** What goes before the 32 bytes of a key in its DER form (RFC 8410). */
const PRIVATE_HEAD = Buffer.from('302e020100300506032b656e04220420', 'hex')
const PUBLIC_HEAD = Buffer.from('302a300506032b656e032100', 'hex')
const KEY_LENGTH = 32
const NONCE_LENGTH = 12
const FORM = Buffer.of(1)

/**
 * Seals credentials for a device, so that they can be opened there only: a new X25519 key each time, HKDF-SHA-256,
 * AES-256-GCM. What comes out is a byte for this form, the new public key, nonce, tag and text. None if none were given
 * or the device has no key: they are not kept then.
 */
export function sealCredentials(
  ctx: Pick<Ctx, 'random'>,
  { id, public_key }: Pick<MachineRow, 'id' | 'public_key'>,
  target: SealedFor,
  given: Credentials,
): Buffer | undefined {
  if (public_key === null || !isGiven(given)) return undefined
  const secret = createPrivateKey({
    key: Buffer.concat([PRIVATE_HEAD, ctx.random(KEY_LENGTH)]),
    format: 'der',
    type: 'pkcs8',
  })
  const sender = rawPublicKey(secret)
  const recipient = createPublicKey({
    key: Buffer.concat([PUBLIC_HEAD, public_key]),
    format: 'der',
    type: 'spki',
  })
  const shared = diffieHellman({ privateKey: secret, publicKey: recipient })
  const salt = Buffer.concat([sender, public_key])
  const key = Buffer.from(hkdfSync('sha256', shared, salt, 'holdfast credentials 1', KEY_LENGTH))
  const nonce = ctx.random(NONCE_LENGTH)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(`${id} ${target.purpose} ${'row' in target ? target.row : ''}`.trimEnd()))
  const { username = '', password = '' } = given
  const text = Buffer.concat([cipher.update(JSON.stringify({ username, password }), 'utf8'), cipher.final()])
  return Buffer.concat([FORM, sender, nonce, cipher.getAuthTag(), text])
}

/** What to keep with a mapping or a backup. */
export const keptCredentials = (
  ctx: Pick<Ctx, 'random'>,
  machine: MachineRow,
  target: SealedFor,
  given: Credentials,
): { credentials: Buffer | null; state: DeviceState } => {
  const credentials = sealCredentials(ctx, machine, target, given) ?? null
  return { credentials, state: isGiven(given) && credentials === null ? 'credentials_needed' : 'ready' }
}

const isGiven = ({ username, password }: Credentials): boolean =>
  username !== undefined || password !== undefined

const rawPublicKey = (secret: KeyObject): Buffer =>
  createPublicKey(secret).export({ format: 'der', type: 'spki' }).subarray(PUBLIC_HEAD.length)
