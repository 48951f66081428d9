import type { MachineId } from '@holdfast/api/ids'
import { AGENT_CLIENT } from '@holdfast/api/sign-in/oauth'
import { type Health, noteHealth } from '../../../devices/machines/health.ts'
import { VERSION } from '../../../platform/installation/version.ts'
import type { PersonPrincipal } from '../../../platform/principal.ts'
import { authenticate } from '../../../sign-in/oauth/authenticate.ts'
import { grant, type TokenRequest } from '../../../sign-in/oauth/grant.ts'
import type { OpenContext } from '../../opening/open-context.ts'
import { DEVICES, type DeviceKey, emailOf } from '../cast/cast.ts'

interface Device {
  machineId: MachineId
  guid: string
  refreshToken: string
  publicKey: string
}

const CLIENT = { clientId: AGENT_CLIENT, clientSecret: undefined }
const LOOK_MS = 1

/** The devices of the demonstration: what their agents would say to the service, said by the story. */
export class Devices {
  readonly #ctx: OpenContext
  readonly #password: string
  readonly #devices = new Map<DeviceKey, Device>()
  readonly #retired = new Set<DeviceKey>()

  constructor(ctx: OpenContext, password: string) {
    this.#ctx = ctx
    this.#password = password
  }

  idOf(key: DeviceKey): MachineId {
    return this.#get(key).machineId
  }

  isInUse(key: DeviceKey): boolean {
    return this.#devices.has(key) && !this.#retired.has(key)
  }

  /** From now on its owner works in the browser. */
  retire(key: DeviceKey): void {
    this.#retired.add(key)
  }

  async setUp(key: DeviceKey, authCode: string | undefined): Promise<void> {
    const { of, os, version } = DEVICES[key]
    const { refresh_token, guid, access_token } = await this.#obtain({
      ...{ grant_type: 'password', username: emailOf(of), password: this.#password },
      ...{ dns_name: key, os_type: os, os_version: version },
      ...(authCode !== undefined && { auth_code: authCode }),
    })
    const { machineId } = await this.#whoHas(access_token)
    const publicKey = this.#ctx.random(32).toString('base64url')
    this.#devices.set(key, { machineId, guid, refreshToken: refresh_token, publicKey })
  }

  /** A device as the service knows it now: access tokens are good for an hour, and the story has passed many. */
  async agent(key: DeviceKey): Promise<AgentPrincipal> {
    const device = this.#get(key)
    const { refreshToken, guid } = device
    const granted = await this.#obtain({ grant_type: 'refresh_token', refresh_token: refreshToken, guid })
    device.refreshToken = granted.refresh_token
    return this.#whoHas(granted.access_token)
  }

  /** Has its line to the service for a moment, and says how it is. */
  async checkIn(key: DeviceKey, health: Health = {}, agentVersion = VERSION): Promise<void> {
    const { os, version } = DEVICES[key]
    const { machineId, publicKey } = this.#get(key)
    const { promise: welcomed, resolve, reject } = Promise.withResolvers<void>()
    const line = this.#ctx.devices.accept(
      { send: () => resolve(), close: (_, reason) => reject(new Error(`${key} was shut out: ${reason}`)) },
      await this.agent(key),
    )
    const hello = { t: 'hello', protocol: 1, agent_version: agentVersion, os_type: os, os_version: version }
    line.hear(JSON.stringify({ ...hello, key: publicKey }))
    await welcomed
    await noteHealth(this.#ctx, [{ machineId, health: { version: agentVersion, ...health } }])
    line.closed()
    while (await this.#ctx.devices.isConnected(machineId))
      await new Promise((later) => setTimeout(later, LOOK_MS))
  }

  #obtain(request: TokenRequest) {
    return grant(this.#ctx, CLIENT, request)
  }

  async #whoHas(token: string): Promise<AgentPrincipal> {
    const who = await authenticate(this.#ctx, token)
    if (who.kind !== 'person' || who.machineId === null) throw new Error('The token is that of no device')
    return { ...who, machineId: who.machineId }
  }

  #get(key: DeviceKey): Device {
    const device = this.#devices.get(key)
    if (!device) throw new Error(`${key} is not set up yet`)
    return device
  }
}

export type AgentPrincipal = PersonPrincipal & { machineId: MachineId }
