import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { openOutbound } from '../../src/platform/outbound/outbound.ts'
import { makeSelfSignedCertificate } from '../../src/platform/tls/self-signed.ts'
import type { World } from './world.ts'

const NAME = 'hooks.example.test'

export interface Received {
  headers: Record<string, string>
  body: string
}

/** A server that takes messages of webhooks, and answers them as a test wants. The world finds it by its name. */
export class WebhookReceiver {
  readonly received: Received[] = []
  answer: { status: number; headers?: Record<string, string> } = { status: 204 }
  readonly #pair = makeSelfSignedCertificate({ hosts: [NAME], now: Date.now(), days: 1 })
  readonly #server = createServer(this.#pair, async (req, res) => {
    let body = ''
    for await (const chunk of req) body += chunk
    const headers = Object.fromEntries(
      Object.entries(req.headers).map(([name, value]) => [name, String(value)]),
    )
    this.received.push({ headers, body })
    res.writeHead(this.answer.status, this.answer.headers).end('not shown to anybody')
  })

  async open(): Promise<void> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  close(): void {
    this.#server.close()
  }

  get url(): string {
    return `https://${NAME}:${(this.#server.address() as AddressInfo).port}/alerts`
  }

  /** Lets a world find it, and only it. */
  isFoundBy(world: World): void {
    world.service.ctx.outbound = openOutbound({
      allow: ['127.0.0.0/8'],
      resolve: async () => ['127.0.0.1'],
      ca: this.#pair.cert,
    })
  }

  /** What was received since the last time, each found to be genuine by the public library, by the clock of a world. */
  take(secret: string, world: World): { id: string; type: string; data: Record<string, unknown> }[] {
    return this.received.splice(0).map(({ headers, body }) => {
      const payload = verified(secret, { headers, body }, world) as {
        type: string
        data: Record<string, unknown>
      }
      return { id: headers['webhook-id'] ?? '', ...payload }
    })
  }
}

/** Throws for what was not signed with a secret, or has been changed. */
export function verified(secret: string, { headers, body }: Received, world: World): unknown {
  const { now } = Date
  Date.now = world.clock.now
  try {
    return new Webhook(secret).verify(body, headers)
  } finally {
    Date.now = now
  }
}

export function useWebhookReceiver(): WebhookReceiver {
  const receiver = new WebhookReceiver()
  after(() => receiver.close())
  return receiver
}
