import type { Item, Permission } from '@holdfast/api/files/files'
import type { RevisionId, RootId } from '@holdfast/api/ids'
import type { ComponentType } from 'react'
import type { Panel } from '../../core/addresses/routes.ts'
import type { SharedItem } from '../../core/sharing/item.ts'
import type { ViewerOf } from '../../files/content/viewer-of.ts'
import type { PickFolderProps } from './pick-folder.tsx'

/** What this screen opens and others have: it comes later, and is given to it. */
export interface Parts {
  Details: ComponentType<{
    root: RootId
    item: Item
    panel: Panel
    onPanel: (panel: Panel) => void
    onClose: () => void
    permissions: readonly Permission[]
    onLook: (revision: RevisionId) => void
    onChanged: () => void
    picture: string | undefined
  }>
  NoDetails: ComponentType<{ count: number; onClose: () => void }>
  PickFolder: ComponentType<PickFolderProps>
  Viewer: ViewerOf
  /** One press for a link in the clipboard. */
  copyLink: (item: SharedItem, signInOnly: boolean) => Promise<void>
}
