import { TRASH } from '../words/commands.ts'
import { type Command, isSet, say, sayJson } from './command.ts'
import { sizeOf } from './draw.ts'

export const trash: Command = {
  options: { json: { type: 'boolean' } },
  run: async (call) => {
    const [action, id, ...rest] = call.args
    if (rest.length > 0) return call.misused()
    if (action === undefined) {
      const items = await call.ask('listBin', {})
      if (isSet(call, 'json')) sayJson(items)
      else if (items.length === 0) say(TRASH.empty)
      else
        for (const { id, removed, size, path } of items)
          say(`${id}  ${removed}  ${sizeOf(size).padStart(9)}  ${path}`)
    } else if (action === 'restore' && id !== undefined)
      say(TRASH.restored(await call.ask('bringBack', { id })))
    else if (action === 'empty' && id === undefined) say(TRASH.emptied(await call.ask('emptyBin', {})))
    else return call.misused()
    return 0
  },
}
