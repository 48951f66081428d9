import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../../platform/config/config.ts'
import type { Service } from '../service.ts'
import { FIRST_SIGN_IN as FIRST, START } from '../words/start.ts'
import { CALLED_AS } from './called-as.ts'
import { saidAnyway } from './log.ts'

type Announced = Pick<Service, 'url' | 'firstAccount' | 'metricsUrl'>

const RULE = '─'.repeat(72)

/** In the data folder: the first account, where no terminal could show it. */
export const FIRST_SIGN_IN = 'first-sign-in.txt'

/**
 * What a person who starts the service needs to see; the first account only once in its life. On a terminal it is text. Anywhere
 * else are programs that read lines of JSON, and keep them: there no password may be among them.
 */
export async function announce(service: Announced, config: Config, log: Logger): Promise<void> {
  const { url, metricsUrl, firstAccount } = service
  const address = config.baseUrl ?? url
  if (process.stdout.isTTY) {
    const lines = [`${START.runningAt(address)}  (${START.howToStop})`]
    if (metricsUrl) lines.push(START.metricsAt(metricsUrl))
    // Set apart from the log, whose lines come before and after it.
    if (firstAccount) lines.push(RULE, ...signInLines(firstAccount, config, address), RULE)
    console.log(`\n${lines.join('\n')}\n`)
    return
  }
  const said = saidAnyway(log)
  said.info({ url: address, ...(metricsUrl && { metricsUrl }) }, START.runningAt(address))
  if (firstAccount) await keepFirstSignIn(signInLines(firstAccount, config, address))
  said.flush()

  async function keepFirstSignIn(lines: readonly string[]): Promise<void> {
    const file = path.join(config.dataDir, FIRST_SIGN_IN)
    try {
      // One of an earlier installation may be there, and open to others.
      await rm(file, { force: true })
      await writeFile(file, `${lines.join('\n')}\n`, { flag: 'wx', mode: 0o600 })
      said.info({ file }, START.firstAccountIn(file))
    } catch (err) {
      said.error({ err, file }, START.firstAccountNotWritten(file, CALLED_AS))
    }
  }
}

function signInLines(
  { email, password, fingerprint }: NonNullable<Announced['firstAccount']>,
  { masterKeyFile }: Config,
  address: string,
): string[] {
  return [
    FIRST.address(address),
    FIRST.account(email),
    FIRST.password(password),
    '',
    FIRST.aboutPassword(password !== undefined, CALLED_AS),
    '',
    ...FIRST.masterKey(masterKeyFile),
    '',
    ...FIRST.fingerprint(fingerprint),
    '',
    ...FIRST.nextSteps(address),
  ]
}

/** Resolves at the first signal. A second Ctrl-C does not interrupt the closing; SIGKILL always can. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve())
  })
}
