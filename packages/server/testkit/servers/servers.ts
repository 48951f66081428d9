import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { after, before } from 'node:test'
import { pino } from 'pino'
import { type Config, readConfig } from '../../src/platform/config/config.ts'
import { type Service, startService } from '../../src/service/service.ts'
import { Clock } from './clock.ts'
import { environment } from './environment.ts'
import { makeTempDir, type Place, type Stack } from './stacks.ts'

/** Several servers on one database, each with a folder of its own and all with one master key, for the tests of one `describe`. */
export function useServers(stack: Stack) {
  const clock = new Clock()
  const started: Service[] = []
  let place: Place | undefined
  before(async () => {
    place = await stack.open()
  })
  after(async () => {
    for (const service of started) await service.close()
    await place?.dispose()
  })
  return {
    clock,
    async start(changes: Partial<Config> = {}): Promise<Service> {
      if (!place) throw new Error('There is no place yet')
      const service = await startService(await configOf(place, changes), {
        now: clock.now,
        log: pino({ level: process.env.TESTKIT_LOG ?? 'silent' }),
      })
      started.push(service)
      return service
    },
    /** Closes what the test before has started. */
    async stopAll(): Promise<void> {
      for (const service of started.splice(0)) await service.close()
    },
  }
}

async function configOf({ dataDir, database, blobs }: Place, changes: Partial<Config>): Promise<Config> {
  return {
    ...readConfig({ HOLDFAST_PORT: '0', HOLDFAST_DATA_DIR: await makeTempDir() }),
    database,
    blobs,
    masterKeyFile: path.join(dataDir, 'master.key'),
    tls: { certFile: environment('TESTKIT_TLS_CERT'), keyFile: environment('TESTKIT_TLS_KEY') },
    adminPassword: 'correct horse battery',
    ...changes,
  }
}

/** How many messages a server has put into its outbox. */
export async function countOutbox({ ctx }: Service): Promise<number> {
  const names = await readdir(path.join(ctx.config.dataDir, 'outbox')).catch(() => [])
  return names.length
}
