/** Sets that a folder can be in while a look at the disk goes on; `toScan` and `toNote` outlive the look. */
export type FolderSet = 'looked' | 'unreadable' | 'toScan' | 'toNote'

/** The same for an item of a folder; `toRead` outlives the look. */
export type ItemSet = 'toRead' | 'found' | 'mustRead' | 'missed'

interface LookState<Name extends string> {
  readonly in: readonly Name[]
  readonly means: string
}

/**
 * Every combination of sets that a folder may be in. So `looked` and `unreadable` exclude each other, and nothing waits to
 * be noted in a folder that cannot be read.
 */
export const FOLDER_STATES: readonly LookState<FolderSet>[] = [
  { in: [], means: 'It was not looked at, or it is not there.' },
  { in: ['toScan'], means: 'Something in it has changed.' },
  { in: ['toNote'], means: 'An earlier look left new files in it for later.' },
  {
    in: ['toScan', 'toNote'],
    means: 'An earlier look left files for later, and something in it has changed.',
  },
  { in: ['looked'], means: 'All that is in it has been seen.' },
  { in: ['looked', 'toScan'], means: 'It has been seen, and something in it changed during the look.' },
  { in: ['looked', 'toNote'], means: 'It has been seen, and new files in it were left for later.' },
  {
    in: ['looked', 'toScan', 'toNote'],
    means: 'It has been seen, files were left for later, and something in it changed during the look.',
  },
  { in: ['unreadable'], means: 'It cannot be read, so all that was known of it stays.' },
  { in: ['unreadable', 'toScan'], means: 'It cannot be read, and a folder in it is not where it was.' },
]

/**
 * Every combination of sets that an item may be in. So `mustRead` is a part of `found`, which is a part of `toRead`; and
 * what must be read is in no tree, so it cannot have been missed in a folder.
 */
export const ITEM_STATES: readonly LookState<ItemSet>[] = [
  { in: [], means: 'The tree has it as it is, or nothing is known of it.' },
  { in: ['missed'], means: 'It is not where it was. It may turn up in another folder.' },
  { in: ['toRead'], means: 'An earlier look found it, and this one has not seen it yet.' },
  { in: ['toRead', 'missed'], means: 'An earlier look found it, and it is not where it was.' },
  { in: ['toRead', 'found'], means: 'It was seen, and its content is not known.' },
  {
    in: ['toRead', 'found', 'missed'],
    means: 'It was missed, then seen elsewhere with a content not known.',
  },
  {
    in: ['toRead', 'found', 'mustRead'],
    means: 'It is linked, and nothing is known of it: it is read at once.',
  },
]
