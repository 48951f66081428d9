import { edit, type Mutant, mutant } from './mutants.ts'

/** Rules about times, and about how programs save files. */
export const SAVING: Record<string, Mutant> = {
  'lets times differ that both sides have changed': mutant(
    106,
    { features: ['times', 'touch'] },
    edit(
      'core/plan.ts',
      '  if (modified === null || modified === undefined) return',
      '  if (modified === null || modified === undefined || (rowTouched && localTouched)) return',
    ),
  ),
  'makes another file where a name is taken again': mutant(
    69,
    { features: ['saving'] },
    edit('core/follow-saves.ts', '  if (row?.kind !==', '  if (row) return undefined\n  if (row?.kind !=='),
  ),
  'deletes a backup while the file gets its name back': mutant(
    1001,
    { features: ['saving'] },
    edit('core/plan.ts', '  draft.leaveRetaken()\n', ''),
  ),
  'takes a backup for an equal file that it does not have yet': mutant(
    2_200_094_908,
    { later: true },
    edit('core/follow-saves.ts', ' && !wouldBeJoined(trees, link, now)', ''),
  ),
  'takes the time that it finds after a crash for the one that it gave': mutant(
    2_200_041_668,
    { later: true },
    edit(
      'engine/recover.ts',
      'else links.put(settled)',
      'else links.put({ ...settled, localModified: null })',
    ),
    edit(
      'engine/recover.ts',
      'modified = null, localModified = null, ver } = prepared',
      'modified = null, ver } = prepared\n      const localModified = null',
    ),
  ),
  'takes a large file for one that has the time given since': mutant(
    2_200_027_208,
    { later: true },
    edit('transfer/large-downloads.ts', 'row: { ...row, modified }', 'row'),
  ),
}
