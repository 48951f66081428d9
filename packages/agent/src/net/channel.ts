import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DeviceConfig, type RefusalKind, type ServiceFrame } from '@holdfast/api/devices/agent-channel'
import type { MachineId, RootId } from '@holdfast/api/ids'
import { OneByOne } from '@holdfast/api/one-by-one'
import { MINUTE_MS } from '@holdfast/api/time'
import { whyMisfit } from '@holdfast/api/why-misfit'
import type { Random } from '../ports/random.ts'
import { type RefusedFrame, readFrame } from './read-frame.ts'
import { CLOSED, retryDelay } from './retry-delay.ts'
import type { DeviceKey } from './sealed.ts'
import { SecretFile } from './secret-file.ts'
import type { ServiceLine } from './service-line.ts'
import { type Ended, SocketLine } from './socket-line.ts'
import { SignedOut } from './tokens.ts'

export interface Welcome {
  readonly machineId: MachineId
  readonly epoch: string
}

export interface Command {
  readonly kind: string
  /** Not checked: that depends on the kind. */
  readonly args: Readonly<Record<string, unknown>>
  readonly sealed: string | undefined
}

/** The device does not do what a command asks for; its message is for the caller. */
export class CommandRefused extends Error {
  override name = 'CommandRefused'
  readonly kind: RefusalKind

  constructor(message: string, kind: RefusalKind) {
    super(message)
    this.kind = kind
  }
}

/** What the device does about what it hears. */
export interface Listener {
  /** The line is there: tell how things are. */
  welcome(welcome: Welcome): void
  /** All that the device is to do; also what it was told last, when it starts. */
  config(config: DeviceConfig): void
  news(rootId: RootId, seq: number): void
  /** The data of the answer. What it rejects with is reported in words. */
  command(command: Command): Promise<unknown>
  /** How the line is, whenever that changes. */
  state(state: ChannelState): void
  /** What came makes no sense, and nothing is done about it. In words for a log, once for each kind of frame on a line. */
  refused(words: string): void
}

/** `signed_out`: a person has to sign in again. `too_old`: this agent has to be replaced. */
export type ChannelState = 'connecting' | 'connected' | 'away' | 'replaced' | 'too_old' | 'signed_out'

export interface ChannelSettings {
  readonly home: string
  readonly line: ServiceLine
  readonly key: DeviceKey
  readonly version: string
  readonly random: Random
  readonly listener: Listener
}

/** So many commands are dealt with at once: each may read a large folder. */
const MAX_COMMANDS = 16

const MAX_TAKEN = 4

/** A line that held for so long was a good one. */
const SETTLED_MS = MINUTE_MS

/** The line of this device, which is there again and again for as long as the device is signed in. */
export class Channel {
  readonly #settings: ChannelSettings
  readonly #file: SecretFile<unknown>
  #configVer: string | undefined
  #line: SocketLine | undefined
  #state: ChannelState = 'away'
  /** Of which kinds a frame was refused on this line. */
  readonly #refused = new Set<RefusedFrame['kind']>()
  #commands = 0
  readonly #begun = Promise.withResolvers<void>()
  /** Configurations that were heard, and are not kept yet. */
  readonly #taken: (DeviceConfig & { t: 'config' })[] = []
  /** Each configuration is kept before it counts, one after the other. */
  readonly #keeping = new OneByOne()

  constructor(settings: ChannelSettings) {
    this.#settings = settings
    this.#file = new SecretFile(path.join(settings.home, 'config.json'))
  }

  get state(): ChannelState {
    return this.#state
  }

  /** What an earlier process was told is known, if there was one. */
  get begun(): Promise<void> {
    return this.#begun.promise
  }

  /** Until it is aborted, or the device is signed out. `anew`: the configuration comes in any case. */
  async run(signal: AbortSignal, { anew = false }: { anew?: boolean } = {}): Promise<void> {
    const kept = await this.#readKept()
    this.#configVer = anew ? undefined : kept?.ver
    if (kept) this.#settings.listener.config(kept)
    this.#begun.resolve()
    for (let failures = 0; !signal.aborted; failures++) {
      const began = performance.now()
      const { code } = await this.#hold(signal)
      if (code === CLOSED.signedOut) {
        this.#settings.line.tokens.noteSignedOut()
        return this.#become('signed_out')
      }
      if (performance.now() - began > SETTLED_MS) failures = 0
      this.#become(code === CLOSED.replaced ? 'replaced' : code === CLOSED.tooOld ? 'too_old' : 'away')
      const ms = retryDelay(code, failures, this.#settings.random)
      await pause(ms, undefined, { signal }).catch(() => undefined)
    }
  }

  /** False where nobody hears it: it is to be sent again after the next welcome. */
  say(t: 'report' | 'progress', fields: object): boolean {
    return this.#state === 'connected' && this.#line !== undefined && this.#line.say(t, fields)
  }

  /** One line, from its beginning to its end. */
  async #hold(signal: AbortSignal): Promise<Ended> {
    const { line, key, version } = this.#settings
    this.#become('connecting')
    this.#refused.clear()
    try {
      const opened = new SocketLine(line, await line.tokens.accessToken(), (text) => this.#hear(text))
      this.#line = opened
      const stop = () => opened.close()
      signal.addEventListener('abort', stop)
      const hello = { agent_version: version, key: key.publicHalf, config_ver: this.#configVer }
      return await opened.hold(hello).finally(() => signal.removeEventListener('abort', stop))
    } catch (error) {
      if (error instanceof SignedOut) return { code: CLOSED.signedOut }
      return { code: 0 }
    } finally {
      this.#line = undefined
    }
  }

  #become(state: ChannelState): void {
    if (this.#state === state) return
    this.#state = state
    this.#settings.listener.state(state)
  }

  #hear(text: string): void {
    const { listener } = this.#settings
    const frame = readFrame(text)
    if (frame?.t === 'welcome') {
      this.#settings.line.tokens.noteLetIn()
      this.#settings.line.noteFeatures(frame.features ?? [])
      this.#become('connected')
      listener.welcome({ machineId: frame.machine_id, epoch: frame.epoch })
    } else if (frame?.t === 'config') this.#take(frame)
    else if (frame?.t === 'news') listener.news(frame.root_id, frame.seq)
    else if (frame?.t === 'command') void this.#answer(frame)
    else if (frame?.t === 'refused') this.#refuse(frame)
  }

  /** Of many that come at once, the newest count: a service must not fill the memory of a device. */
  #take(config: DeviceConfig & { t: 'config' }): void {
    this.#taken.push(config)
    if (this.#taken.length > MAX_TAKEN) this.#taken.shift()
    void this.#keeping.run(async () => {
      const next = this.#taken.shift()
      if (next) await this.#keep(next)
    })
  }

  /** The device goes on with what it was told before. A caller that asked something hears that it was not understood. */
  #refuse({ kind, why, id }: RefusedFrame): void {
    if (id !== undefined)
      this.#line?.say('result', { id, ok: false, error: 'The device does not understand this command.' })
    if (this.#refused.has(kind)) return
    this.#refused.add(kind)
    const what = kind === undefined ? 'a message' : `a “${kind}” message`
    this.#settings.listener.refused(`ignored ${what} from the server: ${why}`)
  }

  /** What an earlier process was told last; nothing where that is damaged, so that the service tells it again. */
  async #readKept(): Promise<DeviceConfig | undefined> {
    const kept = await this.#file.read()
    const why = kept === undefined ? undefined : whyMisfit(DeviceConfig, kept)
    if (why === undefined) return kept as DeviceConfig | undefined
    this.#settings.listener.refused(`ignored the configuration kept on this device: ${why}`)
    return undefined
  }

  /** Where it cannot be kept it counts all the same, and comes again with the next line. */
  async #keep({ t: _, ...config }: DeviceConfig & { t: 'config' }): Promise<void> {
    this.#configVer = undefined
    const isKept = await this.#file.write(config).then(
      () => true,
      () => false,
    )
    if (isKept) this.#configVer = config.ver
    this.#settings.listener.config(config)
  }

  async #answer({ id, kind, args = {}, sealed }: ServiceFrame & { t: 'command' }): Promise<void> {
    const line = this.#line
    if (this.#commands >= MAX_COMMANDS) {
      line?.say('result', { id, ok: false, error: 'The device is busy with other commands.' })
      return
    }
    this.#commands++
    try {
      const data = await this.#settings.listener.command({ kind, args: { ...args }, sealed })
      line?.say('result', { id, ok: true, data })
    } catch (error) {
      const words = error instanceof Error ? error.message : 'The device could not do it.'
      const refused = error instanceof CommandRefused ? error.kind : undefined
      line?.say('result', { id, ok: false, error: words.slice(0, 1000), refused })
    } finally {
      this.#commands--
    }
  }
}
