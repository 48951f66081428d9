import { readFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { after, before } from 'node:test'
import { buildApp } from '../../src/http/app.ts'
import type { ConnectionLimits } from '../../src/http/listener/connection-limits.ts'
import { createListener, type Listener } from '../../src/http/listener/listener.ts'
import { environment } from './environment.ts'
import type { World } from './world.ts'

export interface Front {
  url: string
  close(): Promise<unknown>
}

/** Further front doors to a world's service, each with its own patience, for tests to try and to close. */
export function useFronts(
  world: World,
): (
  limits: Partial<ConnectionLimits>,
  perNetwork?: number,
  handleBy?: (routing: RequestListener) => RequestListener,
) => Promise<Front> {
  const opened: Listener[] = []
  let tls = { cert: '', key: '' }
  let routing: RequestListener = () => {}
  let closeApp = async () => {}
  before(async () => {
    const [cert, key] = await Promise.all([
      readFile(environment('TESTKIT_TLS_CERT'), 'utf8'),
      readFile(environment('TESTKIT_TLS_KEY'), 'utf8'),
    ])
    tls = { cert, key }
    const app = buildApp(world.service.ctx, () => world.url)
    await app.ready()
    routing = app.routing
    closeApp = () => app.close()
  })
  after(async () => {
    await Promise.all(opened.map((listener) => listener.close()))
    await closeApp()
  })
  return async (limits, perNetwork = 1000, handleBy = (all) => all) => {
    const listener = createListener({ ...tls, trustProxy: [], perNetwork, limits }, handleBy(routing))
    const port = await listener.listen('127.0.0.1', 0)
    opened.push(listener)
    return { url: `https://localhost:${port}`, close: () => listener.close() }
  }
}
