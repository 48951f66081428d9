import { Agent } from 'node:https'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from '@holdfast/api/client'
import type { ServiceFeature } from '@holdfast/api/devices/agent-channel'
import { MAX_WAIT_SECONDS } from '@holdfast/api/files/changes'
import { DEVICE_PAUSED } from '@holdfast/api/oversight/brakes'
import { type Instant, MINUTE_MS } from '@holdfast/api/time'
import { LIMITS } from '../engine/state/limits.ts'
import { directFetch } from './direct-download.ts'
import { Gate } from './gate.ts'
import { httpsFetch } from './https-fetch.ts'
import { type SignedIn, Tokens } from './tokens.ts'
import {
  type CertificateTrouble,
  certificateTroubleOf,
  type Identification,
  identificationBy,
  type Trust,
} from './trust.ts'

/** The service lets a device have 16 requests under way; nobody gains by more than these. */
const CONNECTIONS = 8
const WAITING_CONNECTIONS = 16
/** Large files that come over connections of their own. */
const LARGE_AT_ONCE = LIMITS.largeAtOnce
const SILENT_MS = MINUTE_MS
/** On a slow line much is in buffers that nobody can look into. */
const SILENT_CONTENT_MS = 2 * MINUTE_MS
const SILENT_WAITING_MS = (MAX_WAIT_SECONDS + 30) * 1000
/** A service that asks for more patience is asked again all the same. */
const MAX_PATIENCE_MS = 5 * MINUTE_MS

export interface LineSettings {
  readonly home: string
  readonly signedIn: SignedIn
  readonly now: () => Instant
  /** Bytes a second, in each direction; asked again and again. */
  readonly rate: () => number | undefined
  /** Ends all requests. */
  readonly signal?: AbortSignal
}

/** How a device reaches its service: signed in, over few connections, as fast as it may. */
export class ServiceLine {
  readonly url: string
  readonly tokens: Tokens
  readonly identification: Identification
  /** For requests and reports. */
  readonly calls: Client
  /** For the bytes of files: they have to keep to the limits. */
  readonly contents: Client
  /** For calls that are answered when something happens. */
  readonly waits: Client
  readonly #agents: Agent[]
  #notBefore = 0
  #features: ReadonlySet<string> = new Set()
  #trouble: CertificateTrouble | undefined

  constructor({ home, signedIn, now, rate, signal }: LineSettings) {
    this.url = signedIn.url
    this.identification = identificationBy(signedIn.trust)
    const agent = connections(this.identification, CONNECTIONS)
    const waiting = connections(this.identification, WAITING_CONNECTIONS)
    this.#agents = [agent, waiting]
    const gates = { up: new Gate(rate), down: new Gate(rate) }
    const plain = this.#noting(httpsFetch({ agent, silentMs: SILENT_MS, signal }))
    this.tokens = new Tokens(home, signedIn, { fetch: plain, now })
    const client = (fetch: typeof globalThis.fetch) =>
      new Client({ baseUrl: signedIn.url, fetch: this.#patient(fetch), tokens: this.tokens })
    this.calls = client(plain)
    const contents = { silentMs: SILENT_CONTENT_MS, gates, signal }
    const usual = httpsFetch({ agent, ...contents })
    const { identification } = this
    this.contents = client(
      this.#noting(directFetch(usual, { ...contents, identification, most: LARGE_AT_ONCE })),
    )
    this.waits = client(httpsFetch({ agent: waiting, silentMs: SILENT_WAITING_MS, signal }))
  }

  close(): void {
    for (const agent of this.#agents) agent.destroy()
  }

  /** What the service can do beside what each has, as it said last. */
  noteFeatures(names: readonly string[]): void {
    this.#features = new Set(names)
  }

  has(feature: ServiceFeature): boolean {
    return this.#features.has(feature)
  }

  /** Why the service cannot be reached, where that is its certificate. */
  get trouble(): CertificateTrouble | undefined {
    return this.#trouble
  }

  #noting(send: typeof fetch): typeof fetch {
    return async (input, init) => {
      try {
        const response = await send(input, init)
        this.#trouble = undefined
        return response
      } catch (error) {
        this.#trouble = certificateTroubleOf(error)
        throw error
      }
    }
  }

  /** A service that is busy says when to come again. The caller is told; all wait. */
  #patient(send: typeof fetch): typeof fetch {
    return async (input, init) => {
      const left = this.#notBefore - performance.now()
      if (left > 0) await pause(left)
      const response = await send(input, init)
      if (response.ok) this.tokens.noteLetIn()
      const isBusy = response.status === 503 || response.status === 429
      const seconds = isBusy && !(await isPaused(response)) ? retryAfter(response) : undefined
      if (seconds !== undefined)
        this.#notBefore = performance.now() + Math.min(seconds * 1000, MAX_PATIENCE_MS)
      return response
    }
  }
}

/** Only changes of this device are to wait; reading goes on. */
async function isPaused(response: Response): Promise<boolean> {
  if (!response.headers.get('content-type')?.startsWith('application/json')) return false
  const body = (await response
    .clone()
    .json()
    .catch(() => undefined)) as { error_reason?: unknown } | undefined
  return body?.error_reason === DEVICE_PAUSED
}

function retryAfter(response: Response): number | undefined {
  const given = response.headers.get('retry-after')
  return given !== null && /^\d+$/.test(given) ? Number(given) : undefined
}

const connections = (identification: Identification, maxSockets: number): Agent =>
  new Agent({ ...identification, keepAlive: true, maxSockets, scheduling: 'lifo' })

/** For sign-ins: nothing is kept, and nothing limited. */
export const fetchTrusting = (trust: Trust): typeof fetch =>
  httpsFetch({ agent: new Agent({ ...identificationBy(trust) }), silentMs: SILENT_MS })
