import { type Command, say } from './command.ts'

export const run: Command = {
  usage: ['run'],
  does: 'be the agent, until it is stopped; «install» has the system do this',
  run: async ({ home }) => {
    const { runDaemon } = await import('../service/daemon.ts')
    return runDaemon(home, () => say(`The agent of ${home.folder} runs (Ctrl-C stops it).`))
  },
}
