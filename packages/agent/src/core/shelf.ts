import type { EntryId } from '@holdfast/api/ids'
import type { LinkShelf } from './links.ts'
import type { LocalId } from './local-id.ts'
import type { LocalShelf } from './local-tree.ts'
import type { RowShelf } from './remote-tree.ts'

/**
 * What is written down of a root, read item by item: of files at rest nothing is held in memory. It changes only by what its
 * readers have written down themselves.
 */
export interface Shelf extends RowShelf, LinkShelf, LocalShelf {
  /**
   * What is not at rest. A row is where it is not deleted and its link, its local item and itself agree on everything, and
   * so do its folder and theirs; a local item is where it has a link. Deleted rows without a link are left out.
   */
  unrestedRows(): Iterable<EntryId>
  unrestedLocals(): Iterable<LocalId>
  /** Where rows are that are not deleted themselves. */
  rowFolders(): Iterable<EntryId>
}

/** Nothing is written down. */
export const EMPTY_SHELF: Shelf = {
  row: () => undefined,
  rowsIn: () => [],
  rows: () => [],
  linkOfRow: () => undefined,
  linkOfLocal: () => undefined,
  links: () => [],
  linkedFiles: () => 0,
  local: () => undefined,
  localsIn: () => [],
  locals: () => [],
  localHolding: () => undefined,
  unrestedRows: () => [],
  unrestedLocals: () => [],
  rowFolders: () => [],
}
