import { counted } from '../service/counted.ts'
import { type Command, isSet, say, sayJson } from './command.ts'
import { sizeOf } from './draw.ts'

export const trash: Command = {
  usage: ['trash [--json]', 'trash restore <id>', 'trash empty'],
  does: 'list what the agent removed or replaced in the last three days, and bring it back',
  options: { json: { type: 'boolean' } },
  run: async (call) => {
    const [action, id, ...rest] = call.args
    if (rest.length > 0) return call.misused()
    if (action === undefined) {
      const items = await call.ask('listBin', {})
      if (isSet(call, 'json')) sayJson(items)
      else if (items.length === 0) say('Nothing was removed or replaced in the last three days.')
      else
        for (const { id, removed, size, path } of items)
          say(`${id}  ${removed}  ${sizeOf(size).padStart(9)}  ${path}`)
    } else if (action === 'restore' && id !== undefined)
      say(`It is at ${await call.ask('bringBack', { id })} now.`)
    else if (action === 'empty' && id === undefined)
      say(`${counted(await call.ask('emptyBin', {}), 'item')} deleted.`)
    else return call.misused()
    return 0
  },
}
