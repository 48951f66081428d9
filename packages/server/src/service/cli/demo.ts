import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../../platform/config/config.ts'
import { DELETED_FILES, LOCKED_FILES } from '../demo/acts/incident.ts'
import { addressOfGuide, TOUR } from '../demo/cast/cast.ts'
import { LINKS } from '../demo/cast/links.ts'
import { type Demonstration, demonstrationIn } from '../demo/folder.ts'
import { realNow } from '../opening/open-context.ts'
import { DEMO, LOOK_AT } from '../words/demo.ts'
import { announce } from './announce.ts'
import { CommandError } from './command-error.ts'
import { openLog, saidAnyway } from './log.ts'
import { serve } from './serve.ts'

/** In the folder of the demonstration: whom to sign in as, where no terminal could show it. */
const SIGN_INS = 'sign-ins.txt'

/** Makes the demonstration unless it is there, and serves it. */
export async function runDemo(config: Config): Promise<number> {
  await checkPort(config)
  const { dataDir } = config
  const log = openLog(config.logLevel)
  const made = await demonstrationIn(dataDir, async (folder) => {
    sayMaking(log, dataDir)
    const { makeDemonstration } = await import('../demo/make-demonstration.ts')
    // What goes wrong in it is part of the story.
    return makeDemonstration(config, folder, { now: realNow, log: log.child({}, { level: 'error' }) })
  })
  if (!made) throw new CommandError(DEMO.notEmpty(dataDir))
  return serve(config, async (service, _config, ownLog) => {
    await announce(service, config, ownLog)
    await showSignIns(made, dataDir, ownLog)
  })
}

/** A port that is taken is told of before the work, not after it. */
async function checkPort({ host, port }: Config): Promise<void> {
  const probe = createServer()
  await once(probe.listen(port, host), 'listening')
  await once(probe.close(), 'close')
}

function sayMaking(log: Logger, folder: string): void {
  if (process.stdout.isTTY) console.log(DEMO.making(folder))
  else saidAnyway(log).info(DEMO.making(folder))
}

async function showSignIns(made: Demonstration, folder: string, log: Logger): Promise<void> {
  const text = signInsOf(made, folder)
  if (process.stdout.isTTY) return console.log(text)
  const file = path.join(folder, SIGN_INS)
  await rm(file, { force: true })
  await writeFile(file, text, { flag: 'wx', mode: 0o600 })
  const said = saidAnyway(log)
  said.info({ file }, DEMO.signInsIn(file))
  said.flush()
}

function signInsOf({ password, figures }: Demonstration, folder: string): string {
  const views = LINKS.find((link) => link.folder === 'Offers')?.views ?? 0
  const facts = { renamed: LOCKED_FILES, deleted: DELETED_FILES, views }
  const guides = TOUR.flatMap((key) => [
    addressOfGuide(key),
    ...LOOK_AT[key](facts).map((line) => `  ${line}`),
  ])
  return [DEMO.about(figures), DEMO.password(password), '', ...guides, '', DEMO.kept(folder), ''].join('\n')
}
