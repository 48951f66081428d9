import { IgnoreRules, MAX_RULES_BYTES, RULES_FILE } from '../core/ignore-rules.ts'
import { isListed } from '../core/listed.ts'
import { TOP_LOCAL } from '../core/local-tree.ts'
import { type RemoteRow, TOP_ROW } from '../core/remote-tree.ts'
import { DiskTrouble } from '../ports/disk.ts'
import { ask } from './state/ask.ts'
import type { Engine } from './state/engine.ts'
import type { State } from './state/state.ts'

/**
 * The list of what is not sent counts as soon as a look has found it. Where it cannot be read, the one of before does. One
 * that somebody else has written waits for a yes on this device if it is about files that are here: until then the one of
 * before counts.
 */
export async function takeRules(engine: Engine): Promise<void> {
  const { state, disk, problems } = engine
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
  const text = Buffer.from(bytes).toString()
  const writer = await findWriter(engine)
  if (writer === 'unknown') return
  state.rulesStamp = file?.stamp
  const files = writer && text !== state.rules?.text ? countAffected(state, new IgnoreRules(text)) : 0
  if (files === 0) state.takeRules({ text, by: writer ?? null })
  else state.waitingRules = { text, by: writer ?? null, files }
  problems.noteRules(state)
}

/** Somebody on this device says that the list of somebody else is to count. */
export function acceptRules({ state, problems }: Pick<Engine, 'state' | 'problems'>): void {
  const { waitingRules } = state
  if (waitingRules) state.takeRules({ text: waitingRules.text, by: waitingRules.by })
  problems.noteRules(state)
}

/** Also while someone may still be writing it: what it lists would be sent before. */
function findRules({ trees, toRead }: State) {
  for (const { entry } of toRead.seenIn(TOP_LOCAL)) if (entry.rawName === RULES_FILE) return entry
  return trees.local.named(TOP_LOCAL, RULES_FILE).find(({ kind }) => kind === 'file')
}

/** Undefined for the user of this device. What differs from what the service has was written here. */
async function findWriter(engine: Engine): Promise<{ name: string; at: number } | undefined | 'unknown'> {
  const { state, clock } = engine
  const row = rowAsHere(state)
  if (!row) return isTakenAway(state) ? { name: 'somebody', at: clock.now() } : undefined
  const writer = await ask(engine, () => engine.server.findWriter(row))
  if ('none' in writer) return 'unknown'
  const { isMe, name, at } = writer.answer
  return isMe ? undefined : { name, at }
}

function rowAsHere({ trees: { local, links, remote }, toRead }: State): RemoteRow | undefined {
  const file = local.named(TOP_LOCAL, RULES_FILE).find(({ kind }) => kind === 'file')
  const link = file && !toRead.has(file.id) ? links.ofLocal(file.id) : undefined
  const row = link && remote.get(link.rowId)
  return row?.content === file?.content ? row : undefined
}

/** Others have deleted it, and so it was removed here. Anyone who deletes it here leaves a row that is still linked. */
function isTakenAway({ trees: { local, links, remote }, rules }: State): boolean {
  if (!rules || local.named(TOP_LOCAL, RULES_FILE).length > 0) return false
  const row = remote.named(TOP_ROW, RULES_FILE)
  return !row || !links.ofRow(row.id)
}

/** Files here that would be kept back and are not, or are and would not be. */
function countAffected({ trees }: State, rules: IgnoreRules): number {
  let count = 0
  for (const entry of trees.local.entries()) {
    if (entry.kind !== 'file') continue
    const would = isListed({ ignoring: rules, local: trees.local }, entry)
    const is = isListed(trees, entry)
    // What is synced stays so: nothing begins for it when it is not listed any more.
    if (would !== is && (would || !trees.links.ofLocal(entry.id))) count++
  }
  return count
}
