import type { File } from '@holdfast/api/files/files'
import type { RevisionId, RootId } from '@holdfast/api/ids'
import type { ComponentType } from 'react'
import type { Panel } from '../../core/addresses/routes.ts'

export interface ViewerProps {
  root: RootId
  file: File
  /** An earlier content, to be looked at only. */
  revision?: RevisionId
  position: { index: number; total: number } | undefined
  onPrevious?: () => void
  onNext?: () => void
  /** Loaded ahead. */
  neighbours: readonly File[]
  onClose: () => void
  /** Shows them beside the list; as they were left, unless a part of them is named. */
  onDetails: (panel?: Panel) => void
  mayEdit: boolean
  maySave: boolean
  /** Opens the share dialog, for who may share. */
  onShare?: () => void
  /** What somebody else deletes meanwhile. */
  mayRestore?: boolean
}

/** What shows a file over the whole screen. It is passed to the code that needs it: screens know no other screens. */
export type ViewerOf = ComponentType<ViewerProps>
