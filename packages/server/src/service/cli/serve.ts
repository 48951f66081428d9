import cluster from 'node:cluster'
import type { Config } from '../../platform/config.ts'
import { realNow } from '../open-context.ts'
import { startService } from '../service.ts'
import { announce, stopSignal } from './announce.ts'
import { openLog } from './log.ts'
import { shareNews } from './worker-news.ts'
import { serveWithWorkers } from './workers.ts'

/** Serves until a signal says to stop, in this process or in several. */
export async function serve(config: Config): Promise<number> {
  if (config.workers > 1 && cluster.isPrimary) return serveWithWorkers(config)
  const log = openLog(config.logLevel)
  const stopped = stopSignal()
  try {
    const service = await startService(config, { now: realNow, log })
    // The primary speaks for its workers.
    if (cluster.isPrimary) announce(service, config)
    else process.send?.({ ready: { url: service.url, firstAccount: service.firstAccount } })
    const { db, live } = service.ctx
    const stopSharing = cluster.isWorker && db.dialect === 'sqlite' ? shareNews(db, live.hub) : () => {}
    await stopped
    log.info('stopping')
    await service.close()
    stopSharing()
    return 0
  } finally {
    // A worker lives as long as it can hear its primary.
    cluster.worker?.disconnect()
  }
}
