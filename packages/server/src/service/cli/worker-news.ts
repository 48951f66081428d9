import cluster from 'node:cluster'
import type { Database, Topic } from '../../platform/db/database.ts'
import type { Hub } from '../../platform/live/hub.ts'

interface Message {
  news?: Topic[] | 'anything'
}

/** In a worker: SQLite carries no news between processes, so the primary does. */
export function shareNews(db: Pick<Database, 'listen'>, hub: Hub): () => void {
  const hear = ({ news }: Message) => news && hub.hear(news)
  process.on('message', hear)
  const stop = db.listen((news) => {
    // A primary that is gone takes this process with it; there is nobody to tell.
    if (process.connected) process.send?.({ news } satisfies { news: unknown }, undefined, {}, () => {})
  })
  return () => {
    stop()
    process.off('message', hear)
  }
}

/** In the primary: what one worker tells goes to all others. */
export function passNewsOn(): void {
  cluster.on('message', (from, message: Message) => {
    if (!message.news) return
    for (const worker of Object.values(cluster.workers ?? {}))
      if (worker && worker !== from && worker.isConnected()) worker.send(message, () => {})
  })
}
