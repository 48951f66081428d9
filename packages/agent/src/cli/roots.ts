import path from 'node:path'
import { ROOTS } from '../words/commands.ts'
import { type Call, type Command, isSet, say, sayJson } from './command.ts'

export const roots: Command = {
  options: { json: { type: 'boolean' } },
  run: async (call) => {
    const [action, first, second, ...rest] = call.args
    if (rest.length > 0) return call.misused()
    if (action === undefined) return list(call)
    if (action === 'add' && first !== undefined && second !== undefined) {
      const { name, folder } = await call.ask('addRoot', { root: first, folder: path.resolve(second) })
      say(ROOTS.added(name, folder))
    } else if (action === 'remove' && first !== undefined && second === undefined)
      say(ROOTS.removed((await call.ask('removeRoot', { root: first })).name))
    else if (action === 'in' && first !== undefined && second === undefined) {
      await call.ask('setBase', { folder: path.resolve(first) })
      return list(call)
    } else return call.misused()
    return 0
  },
}

async function list(call: Call): Promise<number> {
  const { roots: all } = await call.ask('status', {})
  if (isSet(call, 'json')) sayJson(all)
  else if (all.length === 0) say(ROOTS.none)
  else
    for (const { rootId, name, folder, readOnly, kind } of all)
      say(
        `${String(rootId).padStart(6)}  ${name}${readOnly ? ROOTS.readOnly : ''}${kind === 'mapping' ? ROOTS.fileServer : ''}: ${folder ?? ROOTS.notHere}`,
      )
  return 0
}
