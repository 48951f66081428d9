import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Switchboard } from '../../devices/channel/switchboard.ts'
import { ApiError } from '../../errors.ts'
import { logFailure, outageOf } from '../../platform/basics/outage.ts'
import type { Ctx } from '../../platform/context.ts'
import { addressToLog } from '../../platform/limits/network.ts'
import { admitDevice } from '../exchange/admit-caller.ts'
import { rawAnswer } from '../listener/raw-answer.ts'
import type { Upgrades } from '../listener/servers.ts'
import { clientAddress, trustedProxies } from '../listener/trusted-proxies.ts'

export const CHANNEL_PATH = '/agent/1'
const MAX_FRAME_BYTES = 1024 * 1024
const SWITCHED = 101
const PING_MS = 30_000
/** Proxies end what is silent for a minute, and a line that died without a word would be held for ever. */
const DEAD_MS = 75_000

type Who = Awaited<ReturnType<typeof admitDevice>>

/** The line that devices keep to the service: WebSocket frames on the one port. */
export function agentChannel(ctx: Ctx, switchboard: Switchboard): Upgrades {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
    clientTracking: false,
  })
  const isTrusted = trustedProxies(ctx.config.trustProxy)
  const log = (req: IncomingMessage, about: { status: number } & Partial<Who>) => {
    const ip = addressToLog(clientAddress(req, isTrusted), ctx.config.logAddresses)
    const { status, organizationId: organization, personId: person, machineId: machine } = about
    ctx.log.info(
      { method: req.method, path: CHANNEL_PATH, status, ip, organization, person, machine },
      'request',
    )
  }
  return {
    wants: (req) =>
      req.url?.split('?', 1)[0] === CHANNEL_PATH && req.headers.upgrade?.toLowerCase() === 'websocket',
    async take(req, socket, head) {
      socket.on('error', () => socket.destroy())
      try {
        const who = await admitDevice(ctx, req)
        if (socket.destroyed) return
        server.handleUpgrade(req, socket, head, (ws) => {
          log(req, { ...who, status: SWITCHED })
          connect(ws, switchboard, who)
        })
      } catch (error) {
        log(req, { status: refuse(ctx, socket, error) })
      }
    },
  }
}

/** Gives the status. */
function refuse(ctx: Ctx, socket: Duplex, error: unknown): number {
  if (!(error instanceof ApiError)) logFailure(ctx.log, error, 'a device could not be connected', {})
  const told =
    error instanceof ApiError ? error : (outageOf(error)?.told ?? new ApiError('temporarily_unavailable'))
  socket.end(rawAnswer(told))
  return told.status
}

function connect(ws: WebSocket, switchboard: Switchboard, who: Parameters<Switchboard['accept']>[1]): void {
  const device = switchboard.accept(
    {
      send: (text) => ws.send(text, () => {}),
      close(code, reason) {
        ws.close(code, reason)
        // Who does not answer the closing is cut off.
        setTimeout(() => ws.terminate(), 2000).unref()
      },
    },
    who,
  )
  let heardAt = performance.now()
  const alive = () => {
    heardAt = performance.now()
  }
  const pinging = setInterval(() => {
    if (performance.now() - heardAt > DEAD_MS) ws.terminate()
    else ws.ping()
  }, PING_MS)
  ws.on('pong', alive)
  ws.on('message', (data, isBinary) => {
    alive()
    device.hear(isBinary ? '' : data.toString())
  })
  ws.on('error', () => ws.terminate())
  ws.on('close', () => {
    clearInterval(pinging)
    device.closed()
  })
}
