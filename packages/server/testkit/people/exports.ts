import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { ExportId, OrganizationId, RootId } from '@holdfast/api/ids'
import { beginExport, downloadExportPart, type Export, getExport } from '@holdfast/api/oversight/exports'
import { runExport } from '../../src/oversight/export/run-export.ts'
import { blobKey } from '../../src/platform/basics/blob-key.ts'
import { INLINE_BELOW } from '../../src/platform/content/staged.ts'
import { WHOLE_ROOT } from '../../src/platform/db/statements.ts'
import { NotYet } from '../../src/platform/jobs/jobs.ts'
import { unzip } from '../content/unzip.ts'
import { untilFound } from '../servers/until.ts'
import type { Someone, World } from '../servers/world.ts'

/** An export that is over, however it ended. */
export async function exportOf(
  world: World,
  by: Someone,
  organization_id: OrganizationId,
  given: object = {},
): Promise<Export> {
  const { id } = await by.call(beginExport, { organization_id, ...given })
  return untilFound(async () => {
    await world.runJobs()
    const now = await by.call(getExport, { export_id: id })
    return now.finished === null ? undefined : now
  })
}

/** Does one step of an export. */
export async function stepOfExport({ service }: World, id: ExportId): Promise<void> {
  await runExport(service.ctx, id).catch((error) => {
    if (!(error instanceof NotYet)) throw error
  })
}

/** Lets an export that was begun come to its end, and no other job run. */
export async function finishExport(
  world: World,
  by: Someone,
  organization_id: OrganizationId,
): Promise<ExportId> {
  const { id } = await by.call(beginExport, { organization_id })
  for (;;) {
    const { state } = await by.call(getExport, { export_id: id })
    if (state === 'done') return id
    assert.ok(['waiting', 'running', 'verifying'].includes(state), state)
    await stepOfExport(world, id)
  }
}

export async function downloadPart(by: Someone, export_id: ExportId, number: number): Promise<Buffer> {
  const response = await by.open(downloadExportPart, { export_id, number })
  return Buffer.from(await response.arrayBuffer())
}

export interface Manifest {
  files: { path: string; size: number; modified: string; sha256: string; part: number }[]
  failed: { path: string; reason: string }[]
}

/** The files of all parts by their paths, and what the manifest says of them. */
export async function unpack(
  by: Someone,
  { id, parts }: Export,
): Promise<{
  files: Map<string, Buffer>
  folders: string[]
  manifest: Manifest
  partOf: Map<string, number>
}> {
  const files = new Map<string, Buffer>()
  const partOf = new Map<string, number>()
  const folders: string[] = []
  for (const { number } of parts)
    for (const { path, bytes } of await unzip(await downloadPart(by, id, number))) {
      if (!bytes) folders.push(path)
      else files.set(path, bytes)
      partOf.set(path, number)
    }
  const manifest: Manifest = JSON.parse(String(files.get('manifest.json')))
  return { files, folders, manifest, partOf }
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Other bytes in the place of a chunk of a root, or none: small ones are in the database, others in a blob. */
export const spoilChunk = ({ service }: World, rootId: RootId, bytes: Buffer): Promise<unknown> =>
  service.ctx.db.write((tx) =>
    tx
      .updateTable('chunk')
      .set(
        bytes.length < INLINE_BELOW
          ? { data: Buffer.alloc(bytes.length, 'x') }
          : { blob_key: blobKey('0'.repeat(32)) },
      )
      .where('root_id', '=', rootId)
      .where('sha256', '=', createHash('sha256').update(bytes).digest())
      .modifyEnd(WHOLE_ROOT)
      .execute(),
  )
