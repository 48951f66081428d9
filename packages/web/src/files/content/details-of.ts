import type { ChildItem, Item, Permission } from '@holdfast/api/files/files'
import type { RevisionId, RootId } from '@holdfast/api/ids'
import type { ComponentType } from 'react'
import type { Panel } from '../../core/addresses/routes.ts'

export interface DetailsProps {
  root: RootId
  /** As listed, or by itself: then less is known of a folder. */
  item: Item | ChildItem
  panel: Panel
  onPanel: (panel: Panel) => void
  onClose: () => void
  permissions: readonly Permission[]
  onLook: (revision: RevisionId) => void
  onChanged: () => void
  /** Where a small picture of it is, if there is one. */
  picture: string | undefined
}

/** What tells all about an item, beside the list. It is passed to the code that needs it: screens know no other screens. */
export type DetailsOf = ComponentType<DetailsProps>
