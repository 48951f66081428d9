import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/** Everything by which the agent reaches something by its name. */
const STEPS = [
  ...['chmodSync', 'chownSync', 'copyFileSync', 'linkSync', 'lstatSync', 'mkdirSync', 'openSync'],
  ...['readdirSync', 'readlinkSync', 'renameSync', 'rmdirSync', 'rmSync', 'statfsSync', 'symlinkSync'],
  ...['unlinkSync', 'utimesSync', 'writeFileSync'],
]

/** Does something during which another user of the computer does `swap`, right before one of its steps. Gives their number. */
export async function swappedAt(
  step: number,
  swap: () => void,
  deed: () => Promise<unknown>,
): Promise<number> {
  let steps = 0
  let isOther = false
  const undo: (() => void)[] = []
  const wrap = (on: Record<string, unknown>, name: string): void => {
    const original = on[name] as (...args: unknown[]) => unknown
    on[name] = (...args: unknown[]) => {
      if (!isOther && steps++ === step) {
        isOther = true
        swap()
        isOther = false
      }
      return original(...args)
    }
    undo.push(() => {
      on[name] = original
    })
  }
  for (const name of STEPS) wrap(fs as unknown as Record<string, unknown>, name)
  wrap(fs.promises as unknown as Record<string, unknown>, 'open')
  syncBuiltinESMExports()
  try {
    await deed()
    return steps
  } finally {
    for (const one of undo) one()
    syncBuiltinESMExports()
  }
}
