import { edit, type Mutant, mutant } from './mutants.ts'

/** Rules without which an agent would send, or take off the disk, what somebody is still writing. */
export const HASTY: Record<string, Mutant> = {
  'reads a file while who writes it pauses': mutant(
    20,
    { features: ['pauses'] },
    edit('core/finished.ts', 'PAUSE_MS = 300', 'PAUSE_MS = 0'),
  ),
  'reads a file that someone has open to write': mutant(
    8,
    { features: ['pauses'] },
    edit(
      'engine/scan.ts',
      'isEarly && !isForNow ? disk.readFresh(seen, seenAt) : disk.read(seen)',
      'disk.read(seen)',
    ),
  ),
  'sends what it read only for now': mutant(
    581,
    { features: ['pauses'] },
    edit('engine/scan.ts', 'entry.restless && notBefore > clock.now()', 'false'),
  ),
  'forgets at its end that an edit may not show': mutant(
    486,
    { features: ['coarse'] },
    edit(
      'engine/disk-look.ts',
      'writtenAt <= clock.now()) state.unsure.add(id)',
      'writtenAt < 0) state.unsure.add(id)',
    ),
  ),
  'replaces a file whose next edit may not show': mutant(
    73,
    { features: ['coarse'] },
    edit('engine/sync-run.ts', 'unsure.has(op.local.id)', 'unsure.size < 0'),
  ),
  'leaves with a file whose next edit may not show': mutant(
    444,
    { features: ['leave', 'coarse'] },
    edit('engine/leave.ts', '    !state.unsure.has(link.localId) &&\n', ''),
  ),
  'leaves with a file that was not read since it came to rest': mutant(
    2_100_045_061,
    { later: true },
    edit('engine/leave.ts', '    !state.toRead.has(link.localId) &&\n', ''),
  ),
}
