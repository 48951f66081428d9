import { OPEN } from '../words/commands.ts'
import { Agent } from './agent.ts'
import { besideRoots } from './beside-roots.ts'
import { callMethod } from './call-method.ts'
import { type Answering, ControlSocket } from './control.ts'
import type { Home } from './home.ts'
import { LocalPage } from './page/local-page.ts'
import { WINDOW } from './page/page-text.ts'
import { becomeCurrent, runningProgram } from './program-methods.ts'
import { UserError } from './user-error.ts'

/** Rounds can be short: a picture is kept no more often than this. While the agent has time, its own answer is newer anyway. */
const PICTURE_MS = 250

/** Works until a signal comes. What is cut off goes on at the next start. `ready`: commands are heard. */
export async function runDaemon(home: Home, ready: () => void): Promise<number> {
  const agent = await Agent.open(home)
  const ending = Promise.withResolvers<'stop' | 'restart'>()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => ending.resolve('stop'))
  const page = new PageOf(agent)
  const answer = answeringOf(agent, page, () => ending.resolve('restart'))
  let control: ControlSocket | undefined
  let keptAt = Number.NEGATIVE_INFINITY
  const keep = () => {
    keptAt = performance.now()
    control?.keep(agent.picture())
  }
  control = await ControlSocket.listen(home.socket, (question, tell) => answer(question, tell).finally(keep))
  agent.onRound(() => {
    if (performance.now() - keptAt >= PICTURE_MS) keep()
  })
  agent.start()
  await agent.status()
  keep()
  ready()
  const how = await ending.promise
  await page.close()
  await control.close()
  await agent.close()
  if (how === 'restart') becomeCurrent(home)
  return 0
}

/** What is asked of the process, and for all else of the agent in it. */
const answeringOf =
  (agent: Agent, page: PageOf, restart: () => void): Answering =>
  async (question, tell) => {
    switch (question.method) {
      case 'program':
        return runningProgram()
      case 'openPage':
        return page.open()
      case 'restart':
        // Once the answer is on its way.
        setImmediate(restart)
        return null
      default:
        return callMethod(agent, question, tell)
    }
  }

/** The page of an agent, while somebody uses it. It ends with the process. */
class PageOf {
  readonly #agent: Agent
  #page: Promise<LocalPage> | undefined

  constructor(agent: Agent) {
    this.#agent = agent
  }

  async open(): Promise<string> {
    if (!WINDOW) throw new UserError(OPEN.noPage)
    if (!(await this.#page)?.isOpen)
      this.#page = LocalPage.start((method, params) => this.#ask(method, params), WINDOW)
    return (await this.#page)?.open() ?? ''
  }

  async #ask(method: string, params: unknown): Promise<unknown> {
    if (method === 'status') {
      const status = await this.#agent.status()
      return { ...status, beside: await besideRoots(status) }
    }
    return callMethod(this.#agent, { method, params: params ?? {} }, () => {})
  }

  async close(): Promise<void> {
    ;(await this.#page)?.close()
  }
}
