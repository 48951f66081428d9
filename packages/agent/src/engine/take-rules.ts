import { IgnoreRules, MAX_RULES_BYTES, RULES_FILE } from '../core/ignore-rules.ts'
import { TOP_LOCAL } from '../core/local-tree.ts'
import { DiskTrouble } from '../ports/disk.ts'
import type { Engine } from './state/engine.ts'
import type { State } from './state/state.ts'

/** The list of what is not sent counts as soon as a look has found it. Where it cannot be read, the one of before does. */
export async function takeRules({ state, disk }: Engine): Promise<void> {
  const file = findRules(state)
  if (file?.stamp === state.rulesStamp) return
  let bytes: Uint8Array | 'changed' = new Uint8Array()
  try {
    const size = Math.min(file?.size ?? 0, MAX_RULES_BYTES)
    if (file && size > 0) bytes = await disk.readBytes({ ...file, folder: [] }, 0, size)
  } catch (error) {
    // It is a problem of its own.
    if (error instanceof DiskTrouble) return
    throw error
  }
  if (bytes === 'changed') return void state.toScan.add(TOP_LOCAL)
  state.rulesStamp = file?.stamp
  state.trees.ignoring = new IgnoreRules(Buffer.from(bytes).toString())
  state.unsettled = 'everything'
}

/** Also while someone may still be writing it: what it lists would be sent before. */
function findRules({ trees, toRead }: State) {
  for (const { entry } of toRead.seenIn(TOP_LOCAL)) if (entry.rawName === RULES_FILE) return entry
  return trees.local.named(TOP_LOCAL, RULES_FILE).find(({ kind }) => kind === 'file')
}
