import { createHash, createPublicKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { OwnCertificate } from '../../exchange/own-certificate.ts'

/** What is signed lists these; the signature and its key come beside it. */
const SIGNED = ['release', 'release.sig', 'release.pub']

/** What devices install and update from: a list of files with its signature, as the build made them (ADR 0075). */
export interface AgentRelease {
  /** Every file of it that is to be had. */
  names: readonly string[]
  /** The public key that its signature is checked by: SPKI in base64, and the SHA-256 of that. */
  key: string
  keySha256: string
}

/** Undefined for a build that was not signed, and for one that is still being written: its list is of other files. */
export async function findRelease(
  folder: string,
  forNode: { name: string; sha256: string },
): Promise<AgentRelease | undefined> {
  try {
    const [list, pem] = await Promise.all(
      ['release', 'release.pub'].map((name) => readFile(path.join(folder, name), 'utf8')),
    )
    const files = [...(list ?? '').matchAll(/^file ([0-9a-f]{64}) \d+ ([\w.-]+)$/gm)]
    if (!files.some(([, sha256, name]) => name === forNode.name && sha256 === forNode.sha256))
      return undefined
    const key = createPublicKey(pem ?? '').export({ type: 'spki', format: 'der' })
    return {
      names: [...SIGNED, ...files.flatMap(([, , name]) => name ?? [])],
      key: key.toString('base64'),
      keySha256: createHash('sha256').update(key).digest('hex'),
    }
  } catch {
    return undefined
  }
}

/** The script that installs, for a server at an address. */
export async function installScript(
  folder: string,
  { key }: AgentRelease,
  { url, certificate }: { url: string; certificate: OwnCertificate | undefined },
): Promise<string> {
  const text = await readFile(path.join(folder, 'install.sh'), 'utf8')
  const values: Record<string, string> = {
    URL: url,
    PIN: certificate?.isSelfSigned ? certificate.pin : '',
    FINGERPRINT: certificate?.isSelfSigned ? certificate.fingerprint : '',
    KEY: key,
  }
  return text.replace(/'@([A-Z]+)@'/g, (_, name: string) => quoted(values[name] ?? ''))
}

/** One word for a shell, whatever is in it. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
