import { edit, type Mutant, mutant } from './mutants.ts'

/** Rules that only one in tens of thousands of lives needs. Their seeds hold until the lives change, then a soak finds others. */
export const RARE: Record<string, Mutant> = {
  'flushes what a crash left only where it was agreed on': mutant(
    50044625,
    {},
    edit('engine/recover.ts', '    if (lies !== undefined) folders.add(lies)\n', ''),
  ),
  'takes what it cannot read for gone': mutant(
    80037380,
    { devices: 3 },
    edit('core/settle-links.ts', 'return !trees.unreadFiles.has(link.localId)', 'return true'),
  ),
  'leaves what lies in an unknown folder to who may only read': mutant(
    300051182,
    {},
    edit('core/standing.ts', '(folder || readOnly) &&', 'folder &&'),
  ),
  'would look for ever where two missing folders are agreed to be in each other': mutant(
    1220195229,
    {},
    edit(
      'engine/state/way-up.ts',
      '; !way.has(link.localId); ) {',
      '; ; ) {\n    if (way.has(link.localId)) throw new Error()',
    ),
  ),
  'takes what it took off the disk for deleted after a crash': mutant(
    800008953,
    {},
    edit('engine/recover.ts', '  dropWhatIsGone(state, links)\n', ''),
  ),
  'takes what it has seen and could not read for gone': mutant(
    6115,
    {},
    edit('engine/scan.ts', ' || look.items.found.has(localId)', ''),
  ),
  'takes what looks have missed and one has seen again for gone': mutant(
    762,
    { features: ['ignored', 'out', 'lost_hints', 'power', 'brake'] },
    edit('engine/scan.ts', '    else if (isThere(link)) missing.set(id, 0)\n', ''),
  ),
}
