import { type RefusalCode, Refused } from '../device/gate/refused.ts'

/** Why a root is not kept in the folder that it has: in words, and for whoever says it in another language. */
export interface FolderTrouble {
  readonly reason: string
  readonly code: RefusalCode | 'folder_taken' | 'folder_unusable'
  /** The command that helps, the other root that has the folder, or what only the words say. */
  readonly detail: string | null
}

export function folderTrouble(error: unknown): FolderTrouble {
  const reason = error instanceof Error ? error.message : String(error)
  if (!(error instanceof Refused) || error.code === undefined)
    return { reason, code: 'folder_unusable', detail: reason }
  return { reason, code: error.code, detail: error.command ?? null }
}
