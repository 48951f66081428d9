import { type Command, isSet, say } from './command.ts'

export const select: Command = {
  usage: ['select <root> <path>', 'select <root> <path> --without', 'select <root>'],
  does: 'choose which folders of a root this device has',
  more: 'Without a path: list the folders that this device does not have. With --without a folder leaves this device as soon as all that\nwas changed in it is on the service; it stays on the service and on other devices. Without the option it comes back.',
  options: { without: { type: 'boolean' } },
  run: async (call) => {
    const [root, path, ...rest] = call.args
    if (root === undefined || rest.length > 0) return call.misused()
    const selected = !isSet(call, 'without')
    if (path === undefined && !selected) return call.misused()
    const left = await call.ask('select', { root, path: path ?? '', selected })
    say(
      left.length === 0
        ? 'This device has all folders of it.'
        : `Not on this device:\n  ${left.join('\n  ')}`,
    )
    return 0
  },
}
