import type { WorldOptions } from './world.ts'

/** A rule that is taken away. A simulation that does not notice is no proof of anything. */
export interface Mutant {
  readonly edits: readonly { readonly file: string; readonly from: string; readonly to: string }[]
  /** What makes it likely to be noticed. */
  readonly options: Pick<WorldOptions, 'features' | 'crashes'>
  /** A seed that has noticed it: the search begins there. */
  readonly seed: number
}

/** Within so many runs from its seed on a mutant must be noticed. */
export const BUDGET = 1000

const edit = (file: string, from: string, to: string) => ({ file, from, to })
const mutant = (seed: number, options: Mutant['options'], ...edits: Mutant['edits'][number][]): Mutant => ({
  edits,
  seed,
  options,
})

export const MUTANTS: Record<string, Mutant> = {
  'is a canary': mutant(1, {}, edit('sim/check.ts', '!isAccountedFor(content)', 'true')),
  'agrees before it was sent': mutant(
    8,
    {},
    edit(
      'execute/change-server.ts',
      "  const common = { op: 'put' as const",
      "  if (op.op === 'send') engine.state.trees.links.put({ ...op.link, content })\n  const common = { op: 'put' as const",
    ),
  ),
  'sends without a version': mutant(
    130,
    {},
    edit(
      'execute/change-server.ts',
      "entry_id: op.row.id, if_ver: op.row.ver },\n        intent: { opId: op_id, what: 'send'",
      "entry_id: op.row.id },\n        intent: { opId: op_id, what: 'send'",
    ),
  ),
  'deletes and moves whatever version': mutant(
    164,
    {},
    edit('server/changes.ts', "entry.ver === ifVer ? entry : 'ver_conflict'", 'entry'),
  ),
  'deletes folders with what is in them': mutant(
    98,
    { features: [] },
    edit('server/batch.ts', 'deleteEntry(edit, meant.id, true)', 'deleteEntry(edit, meant.id, false)'),
    edit(
      'core/plan.ts',
      'trees.remote.children(row.id).length > 0',
      'trees.remote.children(row.id).length > 99',
    ),
  ),
  'does not know its own deletes': mutant(
    39,
    { features: ['out'] },
    edit(
      'engine/acknowledge.ts',
      "if (intent.what === 'delete') links.drop(row.id)",
      "if (intent.what === 'delete') return",
    ),
  ),
  'does not hear its own changes in the log': mutant(
    56,
    { features: [], crashes: 0.08 },
    edit('engine/pull.ts', 'if (change.client_op !== null) acknowledge', 'if (false) acknowledge'),
  ),
  'does not look before it acts': mutant(
    65,
    {},
    edit('sim/model-disk.ts', 'stampOf(node) === stamp ? node', 'true ? node'),
  ),
  'moves over what is there': mutant(
    16,
    {},
    edit(
      'sim/model-disk.ts',
      "if (there && there !== node) return 'taken'",
      'if (there && there !== node) this.destroy(there)',
    ),
  ),
  'removes folders with what is in them': mutant(
    275,
    { features: ['lost_hints', 'tree'] },
    edit('sim/model-disk.ts', 'if (inside.length > 0)', 'if (inside.length > 100)'),
  ),
  'makes items without a word': mutant(
    100,
    { features: [], crashes: 0.08 },
    edit('execute/bring-content.ts', "  links.put({ ...link, prepared: { what: 'make' } })\n", ''),
  ),
  'never puts anything aside': mutant(
    1,
    {},
    edit('core/cycles.ts', 'if (ops.length > 0 ||', 'if (ops.length >= 0 ||'),
  ),
  'gives ids again': mutant(
    135,
    { features: ['epoch'] },
    edit('server/ids.ts', 'this.#entries += SKIPPED', ''),
  ),
  'trusts agreements of another time': mutant(
    140,
    {},
    edit(
      'engine/take-snapshot.ts',
      'reconcile(state.trees, rows, epoch_seq)',
      '{ for (const { id } of [...state.trees.remote.rows()]) state.trees.remote.forget(id); for (const row of rows) state.trees.remote.learn(row) }',
    ),
  ),
  'takes what another time lacks for deleted': mutant(
    140,
    {},
    edit('core/reconcile.ts', 'if (!row) links.drop(link.rowId)', 'if (!row) continue'),
  ),
  'begins the log after the snapshot': mutant(
    668,
    { features: ['store_loss'] },
    edit(
      'server/model-server.ts',
      'cursor: cursorAt(this.epoch, rootId, from.seq)',
      'cursor: cursorAt(this.epoch, rootId, root.seq)',
    ),
  ),
  'takes a closed door for an empty room': mutant(
    3,
    {},
    edit(
      'engine/pull.ts',
      "    if ('none' in page) return page.none\n    const { epoch",
      "    if ('none' in page && page.none === 'denied') {\n      for (const { id } of [...state.trees.remote.rows()]) state.trees.remote.forget(id)\n      return 'done'\n    }\n    if ('none' in page) return page.none\n    const { epoch",
    ),
  ),
  'takes normal forms for names': mutant(
    18,
    {},
    edit(
      'engine/scan.ts',
      "import { storedName } from '@holdfast/api/names'",
      'const storedName = (name: string) => name',
    ),
  ),
  'takes an unmounted disk for an empty one': mutant(
    79,
    {},
    edit('sim/model-disk.ts', 'if (!this.isMounted) throw new DiskGone()', ''),
    edit(
      'sim/model-disk.ts',
      '[...(this.#children.get(folder) ?? [])]',
      '(this.isMounted ? [...(this.#children.get(folder) ?? [])] : [])',
    ),
  ),
  'knows no leftovers': mutant(
    20,
    { features: ['tree', 'ignored'] },
    edit('execute/change-disk.ts', "result === 'leftover'", 'false'),
  ),
  'forgets to flush': mutant(
    36,
    {},
    edit('execute/group.ts', 'if (way) await disk.flush(way)', 'if (!way) continue'),
    edit('engine/recover.ts', '  await flushWhatMayBeOurs(state, disk)\n', ''),
  ),
  'does not flush what a crash left': mutant(
    52,
    { features: ['power'], crashes: 0.08 },
    edit('engine/recover.ts', '  await flushWhatMayBeOurs(state, disk)\n', ''),
  ),
  'takes a number for a file': mutant(47, {}, edit('sim/model-disk.ts', '++this.#births', '0')),
  'moves back nothing for who may only read': mutant(
    37,
    {},
    edit('core/standing.ts', 'localMoved && (readOnly || ', 'localMoved && ('),
  ),
  'sees no conflict': mutant(
    8,
    {},
    edit(
      'core/settle-links.ts',
      'return rowEdited && localEdited && row.content !== local.content',
      'return false',
    ),
  ),
  'takes names of what it does not have for free': mutant(
    8,
    { features: ['select'] },
    edit(
      'core/plan.ts',
      'else if (!remote.visible(taken.id)) draft.giveWay(local)',
      'else if (!remote.visible(taken.id)) return',
    ),
  ),
  'looks at nothing below a change': mutant(
    36,
    {},
    edit('core/affected.ts', '    rowsDown(id)\n    bothUp', '    subjects.add(id)\n    bothUp'),
    edit('core/affected.ts', 'if (local.get(id) || links.ofLocal(id)) localsDown(id)', 'lookAt(id)'),
  ),
}
