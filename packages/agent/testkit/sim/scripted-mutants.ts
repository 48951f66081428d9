import { edit, type Mutant, mutant } from './mutants.ts'

/** Rules that chance finds too seldom: each has a script that is played with every cut. */
export const SCRIPTED: Record<string, Mutant> = {
  'replaces items without a word': mutant(
    1,
    { features: ['power'], crashes: 0.08 },
    edit(
      'execute/bring-content.ts',
      "      links.put({\n        ...link,\n        prepared: { what: 'replace', localId: staged, content, modified, localModified, ver },\n      })\n",
      '',
    ),
  ),
  'takes names that it gave for durable': mutant(
    1,
    { features: ['power'] },
    edit('engine/recover.ts', 'if (entry && isConflictName(entry.name)) yield entry.parentId', ''),
  ),
  'writes in whatever epoch': mutant(
    1,
    { features: ['epoch'] },
    edit('model-service/model-server.ts', "if (epoch !== this.epoch) refuse('cursor_reset')", ''),
  ),
  'takes the time that the log tells for the one that it has sent': mutant(
    1,
    {},
    edit(
      'engine/state/acknowledge.ts',
      "...link, ...sentTime(intent.modified), contentVer: ver })\n      return\n    case 'place'",
      "...link, modified: row.modified, localModified: intent.modified, contentVer: ver })\n      return\n    case 'place'",
    ),
  ),
  'moves items without a word': mutant(
    1,
    { features: ['tree'], crashes: 0.08 },
    edit(
      'execute/change-disk.ts',
      "      if (agreed) trees.links.put({ ...link, prepared: { what: 'move', ...agreed, ver: row.ver } })\n",
      '',
    ),
  ),
  'does not read a restored folder': mutant(
    1,
    { features: ['tree', 'store_loss'] },
    edit(
      'engine/pull.ts',
      'comesBack && !row.deleted) state.unlistedFolders.add(row.id)',
      'false) state.unlistedFolders.add(row.id)',
    ),
  ),
  'plans amid an operation': mutant(
    1,
    { features: ['tree'] },
    edit('engine/pull.ts', "if (!has_more) return 'done'", "return 'done'"),
  ),
  'deselects too early': mutant(
    1,
    { features: ['select'] },
    edit(
      'engine/sync-run.ts',
      'const mayHide = drawn.ops.length + drawn.waits.length + state.toRead.size + state.toNote.size === 0',
      'const mayHide = true',
    ),
    edit(
      'engine/sync-run.ts',
      '    if (ops.length > 0) {\n',
      '    if (!this.#isAsWished(wish)) state.deselect(new Set(wish))\n    if (ops.length > 0) {\n',
    ),
  ),
  'leaves in whatever epoch': mutant(
    1,
    {},
    edit('engine/leave.ts', 'const isKnown = state.position?.epoch === epoch', 'const isKnown = true'),
  ),
  'looks for what is missing only where it was': mutant(
    1,
    {},
    edit('engine/sync-run.ts', 'wayUp(trees, link).folder ?? TOP_LOCAL', 'link.localParent'),
  ),
  'brakes for nothing': mutant(
    1,
    {},
    edit(
      'engine/brakes.ts',
      'const held = unasked.filter(({ side }) => isTooMuch.includes(side))',
      'const held = unasked.filter(() => isTooMuch.length < 0)',
    ),
  ),
  'brakes when too much is gone': mutant(
    1,
    {},
    edit('engine/brakes.ts', 'if (room-- <= 0) early.push(one)', 'if (room-- <= -99) early.push(one)'),
  ),
  'brakes where others have decided': mutant(
    1,
    {},
    edit('engine/decided-there.ts', 'if (decidedThere.has(id)) return true', ''),
  ),
  'tells of nothing where an item is left out': mutant(
    1,
    {},
    edit(
      'engine/root-sync.ts',
      "if (this.#problemCount > 0) return { state: 'attention'",
      "if (this.#problemCount > 99) return { state: 'attention'",
    ),
  ),
}
