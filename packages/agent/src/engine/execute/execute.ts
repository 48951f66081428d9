import { type Arranging, type Bringing, isRemote, type LocalOp, type Op } from '../../core/ops.ts'
import type { Engine } from '../state/engine.ts'
import type { Slice } from '../state/slice.ts'
import { together } from '../state/together.ts'
import type { LargeDownloads } from '../transfer/large-downloads.ts'
import type { Uploads } from '../transfer/uploads.ts'
import { bringContents } from './bring-content.ts'
import { arrange } from './change-disk.ts'
import { changeServer } from './change-server.ts'
import { actTogether } from './group.ts'

/** What moves beside the rounds. */
export interface Background {
  readonly uploads: Uploads
  readonly largeDownloads: LargeDownloads
}

const isBringing = (op: LocalOp): op is Bringing => op.op === 'make' || op.op === 'replace'

/**
 * Works at a plan until it is done or the slice is over. Each operation is right by itself, so what changes the service,
 * what arranges the disk and what brings contents go on beside each other.
 */
export async function execute(
  engine: Engine,
  ops: readonly Op[],
  slice: Slice,
  { uploads, largeDownloads }: Background,
): Promise<void> {
  const local = ops.filter((op): op is LocalOp => !isRemote(op))
  const arranging = local.filter((op): op is Arranging => !isBringing(op))
  try {
    await together([
      changeServer(engine, ops.filter(isRemote), slice, uploads),
      arrangeDisk(engine, arranging, slice),
      bringContents(engine, local.filter(isBringing), slice, largeDownloads),
    ])
  } finally {
    slice.end()
  }
}

async function arrangeDisk(engine: Engine, ops: readonly Arranging[], slice: Slice): Promise<void> {
  const { group } = engine.limits
  for (let from = 0; from < ops.length && !slice.isOver; from += group)
    await actTogether(
      engine,
      ops.slice(from, from + group).map((op) => arrange(engine, op)),
    )
}
