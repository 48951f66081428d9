import type { DeviceConfig } from '@holdfast/api/devices/agent-channel'
import { bytesPerSecond } from '../core/throttle.ts'
import { Channel, type ChannelState, type Listener } from '../net/channel.ts'
import { DeviceKey } from '../net/sealed.ts'
import { ServiceLine } from '../net/service-line.ts'
import { type SignedIn, signInFile } from '../net/tokens.ts'
import { CONNECTION } from '../words/network.ts'
import { SIGNED_OUT } from '../words/status.ts'
import { CLOCK, RANDOM, wallClock } from './clock.ts'
import type { Home } from './home.ts'
import { UserError } from './user-error.ts'
import { VERSION } from './version.ts'

const CONFIG_MS = 15_000

/** The service as this device is signed in to it: requests, and the line that carries what to do and what is new. */
export class Connection {
  readonly signedIn: SignedIn
  readonly line: ServiceLine
  readonly key: DeviceKey
  config: DeviceConfig | undefined
  readonly #channel: Channel
  readonly #ending = new AbortController()
  #running: Promise<void> | undefined
  #isAnew = false
  #told = Promise.withResolvers<void>()

  private constructor(home: Home, signedIn: SignedIn, key: DeviceKey, listener: Listener) {
    this.signedIn = signedIn
    this.key = key
    this.line = new ServiceLine({
      home: home.folder,
      signedIn,
      now: CLOCK.now,
      rate: () => this.config && bytesPerSecond(this.config.throttle, wallClock()),
      signal: this.#ending.signal,
    })
    const heard = (config: DeviceConfig) => {
      this.config = config
      // What was kept counts where nobody asked for newer.
      if (this.#channel.state === 'connected' || !this.#isAnew) this.#told.resolve()
      listener.config(config)
    }
    this.#channel = new Channel({
      home: home.folder,
      line: this.line,
      key,
      version: VERSION,
      random: RANDOM,
      listener: { ...listener, config: heard },
    })
  }

  /** Undefined where this device is not signed in. */
  static async open(home: Home, listener: Listener): Promise<Connection | undefined> {
    const signedIn = await signInFile(home.folder).read()
    if (!signedIn?.refreshToken) return undefined
    return new Connection(home, signedIn, await DeviceKey.of(home.folder), listener)
  }

  get state(): ChannelState {
    return this.#channel.state
  }

  /** Starts it; what was kept on this device is handed on when this returns. */
  begin(): Promise<void> {
    this.start()
    return this.#channel.begun
  }

  start({ anew = false }: { anew?: boolean } = {}): void {
    if (this.#running) return
    this.#isAnew = anew
    this.#running = this.#channel.run(this.#ending.signal, { anew })
  }

  say(t: 'report' | 'progress', fields: object): boolean {
    return this.#channel.say(t, fields)
  }

  /** Returns when the service has said what this device is to do, now. */
  async refresh(): Promise<void> {
    this.start({ anew: true })
    const tooLate = setTimeout(() => {
      const words = this.line.tokens.isSignedOut ? SIGNED_OUT : CONNECTION.noAnswer(this.signedIn.url)
      this.#told.reject(new UserError(words))
    }, CONFIG_MS)
    await this.#told.promise.finally(() => clearTimeout(tooLate))
  }

  async close(): Promise<void> {
    this.#ending.abort()
    this.#told.promise.catch(() => undefined)
    await this.#running?.catch(() => undefined)
    this.line.close()
  }
}
