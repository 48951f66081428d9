import type { EntryId } from '@holdfast/api/ids'
import type { OpenFolder } from '../../disk/open-folder.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Server } from '../../ports/server.ts'
import { asTold, MAX_PROBLEMS, type Problem } from '../run-report.ts'

export interface RestoreOptions {
  /** The root of the backup. */
  readonly server: Server
  /** The folder to restore to; it is made if it is not there. */
  readonly path: string
  /** Opens it, and makes it if need be, where that is allowed; throws `RestoreFailed` where it is not. */
  readonly admit?: () => AdmittedTarget
  /** The run to restore; null for how the backup is now. */
  readonly asOfSeq: number | null
  /** Only what is in this folder of it. */
  readonly folderId?: EntryId | undefined
  /** Files that are newer are put aside too, instead of being kept. */
  readonly overwrite: boolean
  /** What the backup holds is noted in this file meanwhile. */
  readonly stateFile: string
  readonly clock: Clock
}

/** A folder that may be restored to. */
export interface AdmittedTarget extends Disposable {
  readonly folder: OpenFolder
  readonly real: string
  /** Whether what is written there gets the owners that it had. */
  readonly owners: boolean
  /** What is never written, whatever the backup holds. */
  readonly isKeptOut: (path: string, isFolder: boolean) => boolean
}

/** Files and links, as jobs tell of them. */
export interface RestoreProgress {
  done: number
  total: number
}

export interface RestoreResult extends RestoreProgress {
  /**
   * `done`: everything is there as it was, but for newer files that were kept. `failed`: somebody should look at `why` and
   * `problems`. `stopped`: the service could not be reached, or it was ended; called again, it goes on.
   */
  readonly state: 'done' | 'failed' | 'stopped'
  readonly why: string | null
  /** How many files were written; others were there already. */
  readonly written: number
  /** How many were in the way and have another name now. */
  readonly aside: number
  readonly problems: readonly Problem[]
  readonly problemCount: number
  /** Newer files that were kept: the first of them, and how many. */
  readonly kept: readonly Problem[]
  readonly keptCount: number
  /** What was not put back on purpose: the first of it. */
  readonly leftOut: readonly Problem[]
}

/** What the service is told of one: why it failed as a whole, what failed, what was left out, and which newer files were kept. */
export function problemsOf(path: string, { why, problems, leftOut, kept }: RestoreResult): Problem[] {
  const whole = why === null ? [] : [asTold({ path, reason: why })]
  return [...whole, ...problems, ...leftOut, ...kept].slice(0, MAX_PROBLEMS)
}
