import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
} from 'node:crypto'
import type { SealedColumn } from './sealed-columns.ts'

/** What keys are derived for beside sealing; none of them is ever stored. */
export type Purpose =
  | 'check'
  | 'form'
  | 'link ticket'
  | 'request sender'
  | 'sent code'
  | 'wrong password'
  | 'activity'
  | 'activity anchor'
  | 'backup signature'

/** Its number, and 32 bytes that nobody else knows. */
export interface MasterKey {
  version: number
  secret: Buffer
}

/** What names a row for ever. */
export type RowName = number | string

/** Version, nonce and tag stand before what is sealed. */
const NONCE_LENGTH = 12
const TAG_LENGTH = 16
const HEAD_LENGTH = 1 + NONCE_LENGTH + TAG_LENGTH

/**
 * Everything that is made of the master key: a key of its own for each sealed column and for each purpose. What is
 * sealed says by which version of the master key, so that a new one can take its place row by row.
 */
export class Keys {
  /** The version that seals. */
  readonly version: number
  readonly #versions: ReadonlyMap<number, DerivedKeys>
  readonly #random: (bytes: number) => Buffer

  /** One of the keys seals, the newest unless specified; the others open what they have sealed. */
  constructor(masterKeys: readonly MasterKey[], random: (bytes: number) => Buffer, version?: number) {
    this.#versions = new Map(masterKeys.map(({ version, secret }) => [version, new DerivedKeys(secret)]))
    this.version = version ?? Math.max(...this.#versions.keys())
    this.#random = random
  }

  /** For one column of one row: copied to another place, it cannot be opened there. */
  seal(column: SealedColumn, row: RowName, text: string): Buffer {
    const head = Buffer.concat([Buffer.of(this.version), this.#random(NONCE_LENGTH)])
    const cipher = createCipheriv('aes-256-gcm', this.#of(this.version).key(column), head.subarray(1))
    cipher.setAAD(placeOf(column, row))
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([head, cipher.getAuthTag(), sealed])
  }

  open(column: SealedColumn, row: RowName, sealed: Buffer): string {
    const key = this.#of(versionOf(sealed)).key(column)
    const opening = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 1 + NONCE_LENGTH), {
      authTagLength: TAG_LENGTH,
    })
    opening.setAAD(placeOf(column, row))
    try {
      opening.setAuthTag(sealed.subarray(1 + NONCE_LENGTH, HEAD_LENGTH))
      return opening.update(sealed.subarray(HEAD_LENGTH), undefined, 'utf8') + opening.final('utf8')
    } catch (cause) {
      throw new Error(`What ${column} of ${row} holds was altered, or sealed for another place`, { cause })
    }
  }

  /** What finds the row of something that is sealed: the same for the same text, and no help to learn it. */
  digest(column: SealedColumn, text: string): Buffer {
    return digestBy(this.#of(this.version), column, text)
  }

  /** The digests by all versions: a row may still have that of an older one. */
  digests(column: SealedColumn, text: string): Buffer[] {
    return [...this.#versions.values()].map((keys) => digestBy(keys, column, text))
  }

  /** By the version that seals, or by an older one. */
  derived(purpose: Purpose, version = this.version): KeyObject {
    return this.#of(version).key(purpose)
  }

  /** From the oldest to the newest. */
  get versions(): number[] {
    return [...this.#versions.keys()].sort((a, b) => a - b)
  }

  #of(version: number): DerivedKeys {
    const keys = this.#versions.get(version)
    if (!keys) throw new Error(`The master key file lacks version ${version}`)
    return keys
  }
}

/** The version of the master key that something was sealed by. */
export const versionOf = (sealed: Buffer): number => sealed[0] ?? 0

const placeOf = (column: SealedColumn, row: RowName): Buffer => Buffer.from(`${column} ${row}`)

const digestBy = (keys: DerivedKeys, column: SealedColumn, text: string): Buffer =>
  createHmac('sha256', keys.key(`find ${column}`))
    .update(text)
    .digest()

/** The keys made of one version, each when it is first needed (HKDF, RFC 5869). */
class DerivedKeys {
  readonly #master: KeyObject
  readonly #keys = new Map<string, KeyObject>()

  constructor(secret: Buffer) {
    this.#master = createSecretKey(secret)
  }

  key(purpose: string): KeyObject {
    let key = this.#keys.get(purpose)
    if (!key) {
      key = createSecretKey(
        Buffer.from(hkdfSync('sha256', this.#master, Buffer.alloc(0), `holdfast ${purpose}`, 32)),
      )
      this.#keys.set(purpose, key)
    }
    return key
  }
}
