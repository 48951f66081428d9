import { type Command, isSet, say, sayJson } from './command.ts'
import { sizeOf } from './draw.ts'

const HERE = { yes: ' ', waiting: '…', no: '-' }

export const ls: Command = {
  options: { json: { type: 'boolean' } },
  run: async (call) => {
    const [root, path = '', ...rest] = call.args
    if (root === undefined || rest.length > 0) return call.misused()
    const items = await call.ask('list', { root, path })
    if (isSet(call, 'json')) sayJson(items)
    else
      for (const { name, kind, size, here } of items)
        say(
          `${HERE[here]} ${kind === 'folder' ? ' '.repeat(9) : sizeOf(size).padStart(9)}  ${name}${kind === 'folder' ? '/' : ''}`,
        )
    return 0
  },
}
