import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { SERVICE_FRAMES, type ServiceFrame } from '@holdfast/api/devices/agent-channel'
import { AGENT_CLIENT } from '@holdfast/api/sign-in/oauth'
import { whyMisfit } from '@holdfast/api/why-misfit'
import WebSocket from 'ws'
import { PASSWORD, type Someone, type World } from '../servers/world.ts'

export interface Frame {
  t: string
  [field: string]: unknown
}

/** A device that is connected as the agent is, and answers commands as it is told. */
export class Device {
  readonly #socket: WebSocket
  readonly frames: Frame[] = []
  readonly privateKey: KeyObject
  readonly closed: Promise<{ code: number; reason: string }>
  /** What it says to a command; undefined says nothing. Of itself it allows all that it is asked about. */
  answers: (command: Frame) => { ok: boolean; data?: unknown; error?: string; refused?: string } | undefined =
    ({ kind }) => (kind === 'map' || kind === 'backup' ? { ok: true } : undefined)
  /** Who waits for the next frame, whatever it is. */
  #waiting: (() => void)[] = []

  private constructor(socket: WebSocket, privateKey: KeyObject) {
    this.#socket = socket
    this.privateKey = privateKey
    this.closed = new Promise((resolve) => {
      socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() }))
    })
    socket.on('message', (data) => this.#hear(JSON.parse(data.toString()) as Frame))
  }

  /** A socket at the channel of a server. Rejects with the status where it is refused. */
  static async open(url: string, headers: Record<string, string>, localAddress?: string): Promise<Device> {
    const { privateKey } = generateKeyPairSync('x25519')
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/agent/1`, {
      headers,
      ...(localAddress && { localAddress, family: 4 }),
    })
    const device = new Device(socket, privateKey)
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve)
      socket.once('unexpected-response', (_req, res) =>
        reject(Object.assign(new Error('refused'), { status: res.statusCode })),
      )
      socket.once('error', reject)
    })
    return device
  }

  say(frame: Frame): void {
    this.#socket.send(JSON.stringify(frame))
  }

  async hello(changes: object = {}): Promise<Frame> {
    const key = (this.privateKey.export({ format: 'jwk' }) as { x: string }).x
    this.say({
      t: 'hello',
      protocol: 1,
      agent_version: '1.0.0',
      os_type: 'linux',
      os_version: '12',
      key,
      ...changes,
    })
    return this.heard('welcome')
  }

  /** The next frame of a kind, or one that came already. */
  async heard(t: string, matches: (frame: Frame) => boolean = () => true): Promise<Frame> {
    for (;;) {
      const found = this.frames.find((frame) => frame.t === t && matches(frame))
      if (found) return found
      await this.#next()
    }
  }

  /** The newest frame of a kind, once it is as it should be. */
  async latest(t: string, matches: (frame: Frame) => boolean): Promise<Frame> {
    for (;;) {
      const found = this.frames.findLast((frame) => frame.t === t)
      if (found && matches(found)) return found
      await this.#next()
    }
  }

  /** Gone without a word. */
  cut(): void {
    this.#socket.terminate()
  }

  #next(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  #hear(frame: Frame): void {
    // Agents refuse what does not fit: a server that says such a thing has not said it.
    const why = whyMisfit(SERVICE_FRAMES[frame.t as ServiceFrame['t']], frame)
    if (why !== undefined) throw new Error(`The server sent a “${frame.t}” frame that does not fit: ${why}`)
    this.frames.push(frame)
    for (const resolve of this.#waiting.splice(0)) resolve()
    if (frame.t !== 'command') return
    const answer = this.answers(frame)
    if (answer) this.say({ t: 'result', id: frame.id, ...answer })
  }
}

/** Signs a device of someone in as its agent does. */
export async function signInDevice(world: World, { email }: Someone, more: Record<string, string> = {}) {
  const { body } = await world.token({
    grant_type: 'password',
    client_id: AGENT_CLIENT,
    username: email,
    password: PASSWORD,
    dns_name: 'desk',
    ...more,
  })
  const { access_token, guid } = body as Record<'access_token' | 'guid', string>
  return { access_token, guid, headers: { authorization: `Bearer ${access_token}` } }
}
