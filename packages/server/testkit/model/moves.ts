import { restoreRevision, upload, uploadRevision } from './content-moves.ts'
import { purge, restore } from './deletion-moves.ts'
import type { Game, Move } from './game.ts'
import { lock, unlock } from './lock-moves.ts'
import { createFolder, place, remove } from './place-moves.ts'

/** The more often one stands here, the more often it is played. */
export const MOVES: readonly ((game: Game) => Move | undefined)[] = [
  createFolder,
  createFolder,
  upload,
  upload,
  upload,
  uploadRevision,
  uploadRevision,
  restoreRevision,
  place,
  place,
  place,
  remove,
  remove,
  restore,
  purge,
  lock,
  lock,
  unlock,
]
