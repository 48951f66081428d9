import cluster from 'node:cluster'
import type { Config } from '../config.ts'
import { realNow } from '../context.ts'
import { type Service, startService } from '../serve.ts'
import { openLog } from './log.ts'
import { serveWithWorkers } from './workers.ts'

/** Serves until a signal says to stop, in this process or in several. */
export async function serve(config: Config): Promise<number> {
  if (config.workers > 1 && cluster.isPrimary) return serveWithWorkers(config)
  const log = openLog(config.logLevel)
  const service = await startService(config, { now: realNow, log })
  // The primary speaks for its workers, and it alone hears the terminal.
  if (cluster.isPrimary) announce(service, config)
  else process.send?.({ ready: { url: service.url, firstAccount: service.firstAccount } })
  await stopSignal()
  log.info('stopping')
  await service.close()
  return 0
}

export function announce({ url, firstAccount }: Pick<Service, 'url' | 'firstAccount'>, config: Config): void {
  const lines = [`Holdfast answers at ${config.baseUrl ?? url}  (Ctrl-C stops it)`]
  if (firstAccount)
    lines.push(
      '',
      `  Account:   ${firstAccount.email}`,
      `  Password:  ${firstAccount.password ?? 'as given in HOLDFAST_ADMIN_PASSWORD'}`,
      '',
      firstAccount.password
        ? 'The password is shown this once. «npm start -- admin reset-password <email>» makes a new one.'
        : 'HOLDFAST_ADMIN_PASSWORD is not read again and can be removed.',
    )
  console.log(`\n${lines.join('\n')}\n`)
}

/** Resolves at the first signal. A second Ctrl-C does not interrupt the closing; SIGKILL always can. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve())
    // A worker whose primary is gone has nobody to stop it.
    process.on('disconnect', () => resolve())
  })
}
