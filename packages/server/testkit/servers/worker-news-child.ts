// A primary with two workers that share news as those of the service do; each says what it hears.
import cluster from 'node:cluster'
import { Listeners } from '../../src/platform/db/news.ts'
import { Hub } from '../../src/platform/live/hub.ts'
import { passNewsOn, shareNews } from '../../src/service/cli/worker-news.ts'

if (cluster.isPrimary) {
  passNewsOn()
  for (const name of ['first', 'second']) cluster.fork({ WORKER_NAME: name })
  let ready = 0
  cluster.on('message', (_, message: { ready?: true }) => {
    if (!message.ready || ++ready < 2) return
    for (const worker of Object.values(cluster.workers ?? {})) worker?.send({ begin: true })
  })
} else {
  const name = process.env.WORKER_NAME
  const listeners = new Listeners()
  const hub = new Hub()
  shareNews({ listen: (hear) => listeners.add(hear) }, hub)
  const watch = hub.watch(['r1', 'r2'])
  process.on('message', async (message: { begin?: true }) => {
    if (!message.begin) return
    // Its own news reach it by the database; only those of the other come this way.
    listeners.tell(name === 'first' ? ['r1', 'r7'] : ['r2'])
    await watch.wait(60_000)
    console.log(`${name} heard ${[...watch.take()].join(' ')}`)
  })
  process.send?.({ ready: true })
}
