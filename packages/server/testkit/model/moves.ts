import { commit } from './chunk-moves.ts'
import { restoreRevision, upload, uploadRevision } from './content-moves.ts'
import { copy, moveAcross } from './copy-moves.ts'
import { purge, restore, trim } from './deletion-moves.ts'
import type { Game, Move } from './game.ts'
import { lock, unlock } from './lock-moves.ts'
import { createFolder, place, remove } from './place-moves.ts'
import { rollBack, undoRollBack } from './rollback-moves.ts'
import { tus } from './tus-moves.ts'
import { undo } from './undo-moves.ts'

/** The second number is how often one is played, compared with others. */
const OFTEN: readonly [(game: Game) => Move | undefined, number][] = [
  [createFolder, 2],
  [upload, 2],
  [uploadRevision, 2],
  [commit, 2],
  [tus, 2],
  [restoreRevision, 1],
  [place, 3],
  [copy, 2],
  [moveAcross, 2],
  [remove, 2],
  [restore, 1],
  [purge, 1],
  [trim, 1],
  [rollBack, 2],
  [undoRollBack, 1],
  [undo, 2],
  [lock, 2],
  [unlock, 1],
]
export const MOVES = OFTEN.flatMap(([move, often]) => Array.from({ length: often }, () => move))
