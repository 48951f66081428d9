import { Agent } from './agent.ts'
import { callMethod } from './call-method.ts'
import { ControlSocket } from './control.ts'
import type { Home } from './home.ts'

/** Works until a signal comes. What is cut off goes on at the next start. `ready`: commands are heard. */
export async function runDaemon(home: Home, ready: () => void): Promise<number> {
  const agent = await Agent.open(home)
  const control = await ControlSocket.listen(home.socket, (question, tell) =>
    callMethod(agent, question, tell),
  )
  agent.start()
  ready()
  await stopSignal()
  await control.close()
  await agent.close()
  return 0
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
  })
}
