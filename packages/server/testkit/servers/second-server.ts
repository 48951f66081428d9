import { before } from 'node:test'
import { pino } from 'pino'
import { type Service, startService } from '../../src/service/service.ts'
import type { Answer, World } from './world.ts'

/** A second server on the data of a world, as behind a balancer, for the tests of one `describe`. */
export function useSecondServer(world: World) {
  let service: Service | undefined
  before(async () => {
    const config = { ...world.config, baseUrl: world.service.ctx.publicUrl }
    service = await startService(config, { now: world.clock.now, log: pino({ level: 'silent' }) })
    // Before the world, whose folder it still writes to.
    world.closesFirst(service)
  })
  let asked = 0
  return {
    get ctx() {
      if (!service) throw new Error('The second server is not open')
      return service.ctx
    },
    /** Requests as `World.request` makes them, to each of the two in turn. */
    async request(path: string, init: RequestInit = {}): Promise<Answer> {
      const url = asked++ % 2 === 0 ? world.url : (service?.url ?? '')
      const response = await fetch(url + path, init)
      const body = (await response.json()) as Record<string, unknown>
      return { status: response.status, error: body.error, body, headers: response.headers }
    },
  }
}
