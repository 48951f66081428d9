import path from 'node:path'
import { type Call, type Command, isSet, say, sayJson } from './command.ts'

export const roots: Command = {
  usage: ['roots [--json]', 'roots add <root> <folder>', 'roots remove <root>', 'roots in <folder>'],
  does: 'say which files this device keeps, and where',
  more: `<root> is a number or the beginning of a name, as «roots» lists them.
  add     keep a root in a folder; what lies there already is sent, equal files are not
  remove  keep it no longer; the files stay
  in      give each root, now and whenever one is added, a folder in this one`,
  options: { json: { type: 'boolean' } },
  run: async (call) => {
    const [action, first, second, ...rest] = call.args
    if (rest.length > 0) return call.misused()
    if (action === undefined) return list(call)
    if (action === 'add' && first !== undefined && second !== undefined) {
      const { name, folder } = await call.ask('addRoot', { root: first, folder: path.resolve(second) })
      say(`«${name}» is kept in ${folder}.`)
    } else if (action === 'remove' && first !== undefined && second === undefined)
      say(`«${(await call.ask('removeRoot', { root: first })).name}» is not kept any more; the files stay.`)
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
  else if (all.length === 0) say('No files belong to this device yet.')
  else
    for (const { rootId, name, folder, readOnly, kind } of all)
      say(
        `${String(rootId).padStart(6)}  ${name}${readOnly ? ' (read only)' : ''}${kind === 'mapping' ? ' (file server)' : ''}: ${folder ?? 'not on this device'}`,
      )
  return 0
}
