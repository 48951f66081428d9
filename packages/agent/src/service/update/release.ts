import { createPublicKey, verify } from 'node:crypto'
import { UPDATE } from '../../words/program.ts'
import { UserError } from '../user-error.ts'

export interface ReleaseFile {
  readonly sha256: string
  readonly size: number
}

/** What a server offers, as its builder has signed it. */
export interface Release {
  readonly version: string
  /** When its source was last changed, in seconds. */
  readonly built: number
  readonly files: ReadonlyMap<string, ReleaseFile>
}

const FORM = /^holdfast-agent release 1\nversion (\d+\.\d+\.\d+)\nbuilt (\d{1,12})\n/
const FILE = /^file ([0-9a-f]{64}) (\d{1,12}) ([\w.-]{1,100})$/gm

/** Throws where the key that this program was installed with has not signed it. */
export function checkSignature(text: Uint8Array, signature: Uint8Array, key: string): void {
  const isGood = signature.length === 64 && verify(null, text, createPublicKey(key), signature)
  if (!isGood) throw new UserError(UPDATE.otherKey)
}

export function parseRelease(text: string): Release {
  const [, version, built] = FORM.exec(text) ?? []
  if (version === undefined || built === undefined) throw new UserError(UPDATE.unreadable)
  const files = [...text.matchAll(FILE)].map(
    ([, sha256 = '', size, name = '']) => [name, { sha256, size: Number(size) }] as const,
  )
  return { version, built: Number(built), files: new Map(files) }
}

/** Below zero where the first is older. */
export function compareReleases(one: Release, other: Release): number {
  const [a, b] = [one, other].map(({ version, built }) => [...version.split('.').map(Number), built])
  const at = (a ?? []).findIndex((part, n) => part !== b?.[n])
  return at === -1 ? 0 : (a?.[at] ?? 0) - (b?.[at] ?? 0)
}
