import type { Config } from '../../platform/config/config.ts'
import type { Service } from '../service.ts'
import { CALLED_AS } from './called-as.ts'

type Announced = Pick<Service, 'url' | 'firstAccount' | 'metricsUrl'>

/** What a person who starts the service needs to see; the first account only once in its life. */
export function announce({ url, firstAccount, metricsUrl }: Announced, config: Config): void {
  const lines = [`Holdfast answers at ${config.baseUrl ?? url}  (Ctrl-C stops it)`]
  if (metricsUrl) lines.push(`Metrics are at ${metricsUrl}`)
  if (firstAccount)
    lines.push(
      '',
      `  Account:   ${firstAccount.email}`,
      `  Password:  ${firstAccount.password ?? 'as given in HOLDFAST_ADMIN_PASSWORD'}`,
      '',
      firstAccount.password
        ? `The password is shown this once. «${CALLED_AS} admin reset-password <email>» makes a new one.`
        : 'HOLDFAST_ADMIN_PASSWORD is not read again and can be removed.',
      '',
      `The master key is in ${config.masterKeyFile}`,
      'Keep a copy of it apart from the backups: without it neither the service nor a backup can be started again.',
    )
  console.log(`\n${lines.join('\n')}\n`)
}

/** Resolves at the first signal. A second Ctrl-C does not interrupt the closing; SIGKILL always can. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve())
  })
}
