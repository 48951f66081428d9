import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { environment } from '@holdfast/server/testkit/servers/environment'

const ROOT = path.resolve(import.meta.dirname, '../../../..')
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8')
const AGENT = read('dist/agent/holdfast-agent.mjs')
const { version: VERSION } = JSON.parse(read('package.json')) as { version: string }

/** The agent that was built, calling itself by another version. */
export const agentOf = (version: string): string => AGENT.replaceAll(`"${VERSION}"`, `"${version}"`)

/** A server that offers agents, of which a test says everything: what is signed, by whom, and how much of it arrives. */
export class AgentOffer {
  readonly key = generateKeyPairSync('ed25519')
  readonly certificate = readFileSync(environment('TESTKIT_TLS_CERT'), 'utf8')
  readonly files = new Map<string, Buffer>()
  /** Of these only the first half comes. */
  readonly cut = new Set<string>()
  readonly asked: string[] = []
  readonly #server: Server

  constructor() {
    const key = readFileSync(environment('TESTKIT_TLS_KEY'))
    this.#server = createServer({ cert: this.certificate, key }, (req, res) => {
      const name = path.basename(req.url ?? '')
      this.asked.push(name)
      const bytes = this.files.get(name)
      if (!bytes) return res.writeHead(404).end()
      res.setHeader('content-length', bytes.length)
      if (!this.cut.has(name)) return res.end(bytes)
      res.write(bytes.subarray(0, bytes.length / 2), () => res.destroy())
    })
  }

  async start(): Promise<void> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening')
  }

  stop(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  get url(): string {
    return `https://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** As scripts/agent-release.mjs does, without a Node. */
  publish(
    version: string,
    { built = 1000, program = agentOf(version), key = this.key.privateKey }: Partial<Publishing> = {},
  ): void {
    this.files.set('holdfast-agent', readFileSync(path.join(ROOT, 'packaging/agent/holdfast-agent')))
    this.files.set('holdfast-agent.mjs', Buffer.from(program))
    const lines = ['holdfast-agent', 'holdfast-agent.mjs'].map((name) => {
      const bytes = this.files.get(name) ?? Buffer.alloc(0)
      return `file ${createHash('sha256').update(bytes).digest('hex')} ${bytes.length} ${name}\n`
    })
    const list = Buffer.from(
      `holdfast-agent release 1\nversion ${version}\nbuilt ${built}\n${lines.join('')}`,
    )
    this.files.set('release', list)
    this.files.set('release.sig', sign(null, list, key))
  }

  /** install.sh as a server would fill it in. */
  script(): string {
    const key = this.key.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
    const values = { URL: this.url, PIN: pinOf(this.certificate), FINGERPRINT: '', KEY: key }
    const text = read('packaging/agent/install.sh')
    return Object.entries(values).reduce((done, [name, value]) => done.replace(`@${name}@`, value), text)
  }
}

interface Publishing {
  built: number
  program: string
  key: KeyObject
}

function pinOf(certificate: string): string {
  const key = createPublicKey(certificate).export({ type: 'spki', format: 'der' })
  return `sha256//${createHash('sha256').update(key).digest('base64')}`
}
