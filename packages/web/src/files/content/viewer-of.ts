import type { File } from '@holdfast/api/files/files'
import type { RevisionId, RootId } from '@holdfast/api/ids'
import type { ComponentType } from 'react'

/** What shows a file over the whole screen. It is given to whoever needs it: screens know no other screens. */
export type ViewerOf = ComponentType<{
  root: RootId
  file: File
  revision?: RevisionId
  position: { index: number; total: number } | undefined
  onPrevious?: () => void
  onNext?: () => void
  neighbours: readonly File[]
  onClose: () => void
  onDetails: () => void
  mayEdit: boolean
  maySave: boolean
}>
