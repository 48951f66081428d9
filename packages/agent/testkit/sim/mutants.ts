import type { WorldOptions } from './world.ts'

/** A rule that is taken away. A simulation that does not notice is no proof of anything. */
export interface Mutant {
  readonly edits: readonly { readonly file: string; readonly from: string; readonly to: string }[]
  /** What makes it likely to be noticed. */
  readonly options: Pick<WorldOptions, 'features' | 'later' | 'crashes' | 'devices'>
  /** A seed that has noticed it, best by what is wrong in the end, not by never coming to one: the search begins there. */
  readonly seed: number
}

/** Within so many runs from its seed on a mutant must be noticed. */
export const BUDGET = 1000

export const edit = (file: string, from: string, to: string) => ({ file, from, to })
export const mutant = (
  seed: number,
  options: Mutant['options'],
  ...edits: Mutant['edits'][number][]
): Mutant => ({
  edits,
  seed,
  options,
})

export const MUTANTS: Record<string, Mutant> = {
  'is a canary': mutant(1, {}, edit('sim/check.ts', '!isAccountedFor(content)', 'true')),
  'agrees before it was sent': mutant(
    33,
    {},
    edit(
      'execute/change-server.ts',
      "  const common = { op: 'put' as const",
      "  if (op.op === 'send') engine.state.trees.links.put({ ...op.link, content })\n  const common = { op: 'put' as const",
    ),
  ),
  'sends without a version': mutant(
    33,
    {},
    edit(
      'execute/change-server.ts',
      "entry_id: op.row.id, if_ver: op.row.ver },\n        intent: { opId: op_id, what: 'send'",
      "entry_id: op.row.id },\n        intent: { opId: op_id, what: 'send'",
    ),
  ),
  'deletes and moves whatever version': mutant(
    762,
    {},
    edit('model-service/changes.ts', "entry.ver === ifVer ? entry : 'ver_conflict'", 'entry'),
  ),
  'deletes folders with what is in them': mutant(
    226,
    { features: [] },
    edit('model-service/batch.ts', 'deleteEntry(edit, meant.id, true)', 'deleteEntry(edit, meant.id, false)'),
    edit(
      'core/plan.ts',
      'trees.remote.children(row.id).length > 0',
      'trees.remote.children(row.id).length > 99',
    ),
  ),
  'does not know its own deletes': mutant(
    507,
    { features: ['out'] },
    edit('engine/state/acknowledge.ts', '      links.drop(rowId)\n', ''),
  ),
  'does not hear its own changes in the log': mutant(
    1013,
    { features: [], crashes: 0.08 },
    edit('engine/pull.ts', 'if (change.client_op !== null) acknowledge', 'if (false) acknowledge'),
  ),
  'does not look before it acts': mutant(
    143,
    {},
    edit('sim/model-disk.ts', 'stampOf(node) === plain(stamp) ? node', 'true ? node'),
  ),
  'moves over what is there': mutant(
    693,
    {},
    edit(
      'sim/model-disk.ts',
      "if (there && there !== node) return 'taken'",
      'if (there && there !== node) this.destroy(there)',
    ),
  ),
  'removes folders with what is in them': mutant(
    1014,
    { features: ['lost_hints', 'tree'] },
    edit('sim/model-disk.ts', 'if (inside.length > 0)', 'if (inside.length > 100)'),
  ),
  'makes items without a word': mutant(
    308,
    { features: [], crashes: 0.08 },
    edit('execute/bring-content.ts', "  links.put({ ...link, prepared: { what: 'make' } })\n", ''),
  ),
  'never puts anything aside': mutant(
    64,
    {},
    edit('core/cycles.ts', 'if (ops.length > 0 ||', 'if (ops.length >= 0 ||'),
  ),
  'gives ids again': mutant(
    212,
    { features: ['epoch'] },
    edit('model-service/ids.ts', 'this.#entries += SKIPPED', ''),
  ),
  'trusts agreements of another time': mutant(
    1392,
    {},
    edit(
      'engine/take-snapshot.ts',
      'reconcile(state.trees, rows, epoch_seq)',
      '{ for (const { id } of [...state.trees.remote.rows()]) state.trees.remote.forget(id); for (const row of rows) state.trees.remote.learn(row) }',
    ),
  ),
  'takes what another time lacks for deleted': mutant(
    1392,
    {},
    edit('core/reconcile.ts', 'if (!row) links.drop(link.rowId)', 'if (!row) continue'),
  ),
  'begins the log after the snapshot': mutant(
    975,
    { features: ['store_loss'] },
    edit(
      'model-service/model-server.ts',
      'cursor: cursorAt(this.epoch, rootId, from.seq)',
      'cursor: cursorAt(this.epoch, rootId, root.seq)',
    ),
  ),
  'takes a closed door for an empty room': mutant(
    229,
    {},
    edit(
      'engine/pull.ts',
      "    if ('none' in page) return page.none\n    const { epoch",
      "    if ('none' in page && page.none === 'denied') {\n      for (const { id } of [...state.trees.remote.rows()]) state.trees.remote.forget(id)\n      return 'done'\n    }\n    if ('none' in page) return page.none\n    const { epoch",
    ),
  ),
  'takes normal forms for names': mutant(
    2600,
    {},
    ...['engine/scan.ts', 'engine/disk-look.ts'].map((file) =>
      edit(
        file,
        "import { storedName } from '@holdfast/api/files/names'",
        'const storedName = (name: string) => name',
      ),
    ),
  ),
  'takes an unmounted disk for an empty one': mutant(
    272,
    {},
    edit('sim/model-disk.ts', 'if (!this.isMounted) throw new DiskGone()', ''),
    edit(
      'sim/disk-tree.ts',
      '[...(this.#children.get(folder) ?? [])]',
      '(this.isMounted ? [...(this.#children.get(folder) ?? [])] : [])',
    ),
  ),
  'knows no leftovers': mutant(
    376,
    { features: ['tree', 'ignored'] },
    edit('execute/change-disk.ts', "result === 'leftover'", 'false'),
  ),
  'forgets to flush': mutant(
    50,
    {},
    edit('engine/state/flush-folder.ts', "(await disk.flush(way)) === 'done'", 'way'),
    edit('engine/recover.ts', '  await flushWhatMayBeOurs(state, disk, { subjects, links })\n', ''),
  ),
  'does not flush what a crash left': mutant(
    201,
    { features: ['power'], crashes: 0.08 },
    edit('engine/recover.ts', '  await flushWhatMayBeOurs(state, disk, { subjects, links })\n', ''),
  ),
  'takes a number for a file': mutant(407, {}, edit('sim/disk-tree.ts', '++this.#births', '0')),
  'moves back nothing for who may only read': mutant(
    43,
    {},
    edit('core/standing.ts', 'localMoved && (readOnly || ', 'localMoved && ('),
  ),
  'sees no conflict': mutant(
    86,
    {},
    edit(
      'core/settle-links.ts',
      'return rowEdited && localEdited && row.content !== local.content',
      'return false',
    ),
  ),
  'takes names of what it does not have for free': mutant(
    211,
    { features: ['select'] },
    edit(
      'core/plan.ts',
      'else if (!remote.visible(taken.id)) draft.giveWay(local)',
      'else if (!remote.visible(taken.id)) return',
    ),
  ),
  'looks at nothing below a change': mutant(
    218,
    {},
    edit('core/affected.ts', '    this.#rowWithAllBelow(id)\n', '    this.#subjects.add(id)\n'),
    edit(
      'core/affected.ts',
      'if (entry || links.ofLocal(id)) this.#localWithAllBelow(id)',
      'this.#addLocal(id)',
    ),
  ),
  'takes an older row for the base': mutant(
    155,
    { features: ['epoch'] },
    edit('core/reconcile.ts', 'if (row.ver < link.contentVer)', 'if (row.ver <= 1e9)'),
  ),
  'settles what is prepared too late': mutant(
    348,
    { features: ['epoch', 'power'], crashes: 0.08 },
    edit(
      'engine/sync-run.ts',
      '    await recover(engine)\n    return run',
      '    await pull(engine)\n    await recover(engine)\n    return run',
    ),
  ),
  'deletes folders with hidden items': mutant(
    2390,
    { features: ['select'] },
    edit(
      'core/must-stay.ts',
      'if (!trees.remote.visible(child.id)) return true',
      'if (!trees.remote.visible(child.id)) return false',
    ),
    edit(
      'core/plan.ts',
      'trees.remote.children(row.id).length > 0',
      'trees.remote.children(row.id).some(({ id }) => trees.remote.visible(id))',
    ),
    edit('model-service/batch.ts', 'deleteEntry(edit, meant.id, true)', 'deleteEntry(edit, meant.id, false)'),
  ),
  'takes a folder that it may not look into for an empty one': mutant(
    4360,
    { features: ['trouble'] },
    edit('engine/scan.ts', "return 'trouble'", 'return { entries: [], mark: undefined }'),
  ),
  'leaves with what nobody else has': mutant(
    149,
    { features: ['leave'] },
    edit('engine/leave.ts', 'trees.local.get(link.localId)?.content === link.content', 'true'),
  ),
  'acts before it is written down': mutant(
    454,
    { features: [], crashes: 0.08 },
    edit(
      'execute/group.ts',
      'deeds.filter((deed) => deed.prepare())\n  await save()',
      'deeds.filter((deed) => deed.prepare())',
    ),
  ),
}
