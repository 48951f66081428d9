import { edit, type Mutant, mutant } from './mutants.ts'

/** Rules about times, and about how programs save files. */
export const SAVING: Record<string, Mutant> = {
  'takes the time that the log tells for the one that it has sent': mutant(
    914,
    { features: ['times', 'touch'] },
    edit(
      'engine/state/acknowledge.ts',
      "...link, ...sentTime(intent.modified), contentVer: ver })\n      return\n    case 'place'",
      "...link, modified: row.modified, localModified: intent.modified, contentVer: ver })\n      return\n    case 'place'",
    ),
  ),
  'lets times differ that both sides have changed': mutant(
    48,
    { features: ['times'], crashes: 0.05 },
    edit('core/settle-links.ts', 'local.modified === timeOf(row))', 'false)'),
    edit('core/plan.ts', '  if (rowTouched) draft.do', '  if (rowTouched && !localTouched) draft.do'),
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
}
