import cluster from 'node:cluster'
import type { Config } from '../../platform/config/config.ts'
import { RecentLines } from '../../platform/log/recent-lines.ts'
import { realNow } from '../opening/open-context.ts'
import { startService } from '../service.ts'
import { LONGEST_STOP_MS } from '../stop-all.ts'
import { announce, stopSignal } from './announce.ts'
import { logWhatNodeSays, openLog } from './log.ts'
import { tellMetrics } from './worker-metrics.ts'
import { shareNews } from './worker-news.ts'
import { answerPings } from './worker-watch.ts'
import { serveWithWorkers } from './workers.ts'

const LINGER_MS = 500

/** Serves until a signal says to stop, in this process or in several. `say` tells that it does. */
export async function serve(config: Config, say = announce): Promise<number> {
  if (config.workers > 1 && cluster.isPrimary) return serveWithWorkers(config)
  const recentLog = new RecentLines()
  const log = openLog(config.logLevel, recentLog)
  logWhatNodeSays(log)
  const stopped = stopSignal()
  // Also while it starts, from a database that does not answer.
  void stopped.then(() => setTimeout(() => process.exit(1), LONGEST_STOP_MS).unref())
  try {
    // The primary speaks for its workers, also of their figures.
    const own = cluster.isPrimary ? config : { ...config, metricsPort: undefined }
    const service = await startService(own, { now: realNow, log, recentLog })
    if (cluster.isWorker) {
      tellMetrics(service.collectMetrics)
      answerPings()
    }
    if (cluster.isPrimary) await say(service, config, log)
    else process.send?.({ ready: { url: service.url, firstAccount: service.firstAccount } })
    const { db, live } = service.ctx
    const stopSharing = cluster.isWorker && db.dialect === 'sqlite' ? shareNews(db, live.hub) : () => {}
    await stopped
    log.info('stopping')
    const cut = await service.close()
    stopSharing()
    if (cut.length > 0) log.warn({ cut }, 'stopped before all was done')
    // What still holds the process then has nobody any more.
    setTimeout(() => process.exit(), LINGER_MS).unref()
    return cut.length > 0 ? 1 : 0
  } finally {
    // A worker lives as long as it can hear its primary.
    cluster.worker?.disconnect()
  }
}
