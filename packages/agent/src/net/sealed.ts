import {
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto'
import path from 'node:path'
import { SecretFile } from './secret-file.ts'

export interface Credentials {
  readonly username: string
  readonly password: string
}

/** What credentials were sealed for: they open for nothing else. */
export type SealedFor =
  | { readonly purpose: 'ls' }
  | { readonly purpose: 'mapping' | 'backup' | 'restore'; readonly id: number }

/** A byte that says how it is made, then the sender's public key, nonce, tag and text. */
const FORM = 1
const KEY_END = 33
const NONCE_END = 45
const TAG_END = 61

/** The key of this device, which no other has: what the service seals for the device, it alone can open. */
export class DeviceKey {
  readonly #secret: KeyObject

  constructor(jwk: JsonWebKey) {
    this.#secret = createPrivateKey({ key: jwk, format: 'jwk' })
  }

  /** Made at the first start, and kept. */
  static async of(home: string): Promise<DeviceKey> {
    const file = new SecretFile<JsonWebKey>(path.join(home, 'key.json'))
    const kept = await file.read()
    if (kept) return new DeviceKey(kept)
    const made = generateKeyPairSync('x25519').privateKey.export({ format: 'jwk' })
    await file.write(made)
    return new DeviceKey(made)
  }

  /** The public half, in base64url. */
  get publicHalf(): string {
    return this.#secret.export({ format: 'jwk' }).x ?? ''
  }

  /** Throws where it was not sealed for this device and this purpose. */
  open(sealed: string, machineId: number, target: SealedFor): Credentials {
    const bytes = Buffer.from(sealed, 'base64url')
    if (bytes[0] !== FORM || bytes.length < TAG_END) throw new Error('The credentials cannot be read.')
    const sender = bytes.subarray(1, KEY_END)
    const publicKey = createPublicKey({
      key: { kty: 'OKP', crv: 'X25519', x: sender.toString('base64url') },
      format: 'jwk',
    })
    const shared = diffieHellman({ privateKey: this.#secret, publicKey })
    const salt = Buffer.concat([sender, Buffer.from(this.publicHalf, 'base64url')])
    const key = Buffer.from(hkdfSync('sha256', shared, salt, 'holdfast credentials 1', 32))
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(KEY_END, NONCE_END))
    const row = 'id' in target ? ` ${target.id}` : ''
    decipher
      .setAAD(Buffer.from(`${machineId} ${target.purpose}${row}`))
      .setAuthTag(bytes.subarray(NONCE_END, TAG_END))
    const text = Buffer.concat([decipher.update(bytes.subarray(TAG_END)), decipher.final()]).toString()
    return JSON.parse(text) as Credentials
  }
}
