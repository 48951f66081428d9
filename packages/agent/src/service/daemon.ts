import { Agent } from './agent.ts'
import { callMethod } from './call-method.ts'
import { type Answering, ControlSocket } from './control.ts'
import type { Home } from './home.ts'
import { becomeCurrent, runningProgram } from './program-methods.ts'

/** Works until a signal comes. What is cut off goes on at the next start. `ready`: commands are heard. */
export async function runDaemon(home: Home, ready: () => void): Promise<number> {
  const agent = await Agent.open(home)
  const ending = Promise.withResolvers<'stop' | 'restart'>()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => ending.resolve('stop'))
  const control = await ControlSocket.listen(
    home.socket,
    answeringOf(agent, () => ending.resolve('restart')),
  )
  agent.start()
  ready()
  const how = await ending.promise
  await control.close()
  await agent.close()
  if (how === 'restart') becomeCurrent(home)
  return 0
}

/** What is asked of the process, and for all else of the agent in it. */
const answeringOf =
  (agent: Agent, restart: () => void): Answering =>
  async (question, tell) => {
    switch (question.method) {
      case 'program':
        return runningProgram()
      case 'restart':
        // Once the answer is on its way.
        setImmediate(restart)
        return null
      default:
        return callMethod(agent, question, tell)
    }
  }
