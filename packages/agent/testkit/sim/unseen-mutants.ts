import { edit, type Mutant, mutant } from './mutants.ts'

/** Rules without which an agent would delete what it has not seen to be gone. */
export const UNSEEN: Record<string, Mutant> = {
  'deletes what has a name that it ignores': mutant(
    208,
    { features: ['ignored_names'] },
    edit('core/remote-tree.ts', '!this.deselected.has(id) && !isIgnored(name)', '!this.deselected.has(id)'),
  ),
  'takes what was renamed to a name that it ignores for deleted': mutant(
    5,
    { features: ['ignored_names'] },
    edit('core/settle-links.ts', '  isHiddenForLong(trees, link) ||\n', ''),
  ),
  'takes what lies in a folder with a name that it ignores for deleted': mutant(
    170,
    { features: ['ignored_names'] },
    edit('engine/disk-look.ts', 'if (trees.hidden.has(id)) this.#unlinkBelow(id, all)', ''),
  ),
  'takes what a volume covers for deleted': mutant(
    85,
    { features: ['mounts'] },
    edit('engine/disk-look.ts', 'if (mounted.includes(rawName))', 'if (!id)'),
  ),
  'takes what was moved into a folder for deleted when that is hidden': mutant(
    7729,
    {
      features: [
        ...(['epoch', 'locks', 'select', 'ignored', 'names', 'store_loss', 'touch', 'lost_hints'] as const),
        ...(['power', 'trouble', 'writing', 'refused', 'leave', 'ignored_names', 'mounts'] as const),
      ],
    },
    edit('engine/disk-look.ts', '      if (its) links.drop(its.rowId)\n', ''),
  ),
}
