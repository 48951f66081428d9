import type { Permission } from '@holdfast/api/files/files'
import type { RootId } from '@holdfast/api/ids'
import type { ComponentType } from 'react'
import type { SharedItem } from '../../core/sharing/item.ts'
import type { DetailsOf } from '../../files/content/details-of.ts'
import type { ViewerOf } from '../../files/content/viewer-of.ts'
import type { GettingStartedProps } from './getting-started.tsx'
import type { PickFolderProps } from './pick-folder.tsx'

/** What this screen opens and others have: it comes later, and is given to it. */
export interface Parts {
  Details: DetailsOf
  NoDetails: ComponentType<{ count: number; onClose: () => void }>
  PickFolder: ComponentType<PickFolderProps>
  Viewer: ViewerOf
  RoleBadge: ComponentType<{ root: RootId; permissions: readonly Permission[] }>
  /** What someone has added who sees no files. */
  GettingStarted: ComponentType<GettingStartedProps>
  AddedHere: ComponentType<{ root: RootId }>
  /** One press for a link in the clipboard. */
  copyLink: (item: SharedItem, signInOnly: boolean) => Promise<void>
}
