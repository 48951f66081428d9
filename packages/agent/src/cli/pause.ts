import { type Command, isSet, say } from './command.ts'

export const pause: Command = {
  usage: ['pause'],
  does: 'stop keeping anything in step, until «resume»; also over restarts',
  run: async ({ ask }) => {
    await ask('pause', {})
    say('Paused. «holdfast-agent resume» goes on.')
    return 0
  },
}

export const resume: Command = {
  usage: ['resume [--confirm]'],
  does: 'go on after «pause», or after a root stopped itself',
  more: 'A root stops itself when so much would be removed or replaced at once that it may be a mistake. «status» says what it is; with\n--confirm it is done.',
  options: { confirm: { type: 'boolean' } },
  run: async (call) => {
    await call.ask('resume', { confirm: isSet(call, 'confirm') })
    say('It goes on.')
    return 0
  },
}
