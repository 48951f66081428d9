import { createHash } from 'node:crypto'
import type { FailedReason } from '@holdfast/api/oversight/exports'
import type { Instant } from '@holdfast/api/time'
import type { Updateable } from 'kysely'
import {
  centralHeader,
  type Described,
  endOf,
  LARGE,
  localHeader,
  STORED,
  UTF8_NAMES,
} from '../../files/reading/zip/zip-writer.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Schema } from '../../platform/db/schema.ts'
import { NotYet } from '../../platform/jobs/jobs.ts'
import { dropExportChunks } from './content-queries.ts'
import type { Position } from './position.ts'
import {
  type ExportedFile,
  type ExportFailure,
  type ExportRow,
  holdExport,
  insertFailures,
  insertFiles,
  insertPart,
  listFiles,
  listTakenPaths,
  updateExport,
} from './queries.ts'
import { Stretch } from './stretch.ts'

/** The end of a zip with fields of 64 bits. */
const END = 98
const PIECES_AT_ONCE = 500
const FILES_AT_ONCE = 200

type NewFile = Pick<ExportedFile, 'path' | 'size' | 'crc' | 'sha256' | 'is_content'> & { modified: Instant }

/** Writes the parts of an export, from where it has come to: what is written before `commit` counts for nothing yet. */
export class PartWriter {
  readonly at: Position
  readonly #ctx: Ctx
  readonly #export: ExportRow
  readonly #stretch: Stretch
  readonly #runner: string
  #stored: string
  #laid: number
  #files: ExportedFile[] = []
  #failures: ExportFailure[] = []
  readonly #taken = new Set<string>()

  constructor(ctx: Ctx, row: ExportRow) {
    this.#ctx = ctx
    this.#export = row
    this.#stored = row.position
    this.at = JSON.parse(row.position)
    this.#laid = this.at.size
    this.#runner = ctx.random(12).toString('hex')
    this.#stretch = new Stretch(ctx.content, row.root_id)
  }

  /** Takes the place of any other step that is still at work, and drops what such ones had written and not counted. */
  async begin(): Promise<void> {
    const { id } = this.#export
    await this.#ctx.db.write(async (tx) => {
      this.#checkPlace(await holdExport(tx, id))
      await dropExportChunks(tx, id, this.at.part, this.at.size)
      await updateExport(tx, id, { runner: this.#runner })
    })
    this.#export.runner = this.#runner
  }

  /** It may have been canceled, or another server goes on with it. */
  #checkPlace(now: ExportRow | undefined): asserts now is ExportRow {
    if (now?.state !== 'running' || now.position !== this.#stored || now.runner !== this.#export.runner)
      throw new NotYet('The export is at another place', this.#ctx.now())
  }

  get isFull(): boolean {
    return this.#stretch.pieces >= PIECES_AT_ONCE || this.#files.length >= FILES_AT_ONCE
  }

  /** A path that nothing else has; undefined for a folder that is there. */
  async freePath(wanted: string): Promise<string | undefined> {
    for (let n = 1; ; n++) {
      const path = n === 1 ? wanted : numbered(wanted, n)
      const digest = digestOf(path)
      const isTaken =
        this.#taken.has(digest.toString('hex')) ||
        (await listTakenPaths(this.#ctx.db.read, this.#export.id, [digest])).length > 0
      if (!isTaken) return path
      if (wanted.endsWith('/')) return undefined
    }
  }

  /** A file, folder or list, whose bytes `fill` gives. Begins another part where this one has no room for it. */
  async put(file: NewFile, fill: (stretch: Stretch) => Promise<void>): Promise<void> {
    const described = describe({ ...file, header_at: this.at.size })
    const header = localHeader(described, file.size >= LARGE)
    const directory = centralHeader({ ...described, offset: LARGE }, LARGE).length
    const size = this.at.size + header.length + file.size + this.at.directory + directory + END
    if (size > this.#export.part_size && this.at.written > this.at.before) await this.closePart()
    const { at } = this
    const path_digest = digestOf(file.path)
    const { modified, ...columns } = file
    this.#taken.add(path_digest.toString('hex'))
    this.#files.push({
      ...columns,
      export_id: this.#export.id,
      number: at.written + 1,
      part: at.part,
      header_at: at.size,
      path_digest,
      modified_at: modified,
    })
    await this.#stretch.add(header)
    await fill(this.#stretch)
    at.written++
    at.size += header.length + file.size
    at.directory += directory
  }

  /** To be called between pieces of what is long. */
  async relieve(): Promise<void> {
    if (this.#stretch.pieces >= PIECES_AT_ONCE) await this.#write({})
  }

  fail(path: string, reason: FailedReason): void {
    const number = this.#export.failed + this.#failures.length + 1
    this.#failures.push({ export_id: this.#export.id, number, path, reason })
  }

  async closePart(): Promise<void> {
    await this.commit()
    const { at } = this
    const start = at.size
    for (let after = at.before; after < at.written; ) {
      const files = await listFiles(this.#ctx.db.read, this.#export.id, {
        ...{ after, part: at.part, limit: FILES_AT_ONCE },
      })
      for (const file of files) await this.#add(centralHeader(describe(file), LARGE))
      await this.relieve()
      after = files.at(-1)?.number ?? at.written
    }
    await this.#add(endOf({ count: at.written - at.before, start, size: at.size - start }, LARGE))
    const { part, size } = at
    Object.assign(at, { part: part + 1, size: 0, directory: 0, before: at.written })
    await this.#write({ part, size, counted: true })
    this.#laid = 0
  }

  /** Makes what was written count, and changes the export in what else is given. */
  async commit(change?: Updateable<Schema['organization_export']>): Promise<void> {
    await this.#write({ counted: true, ...(change && { change }) })
  }

  async #add(bytes: Buffer): Promise<void> {
    await this.#stretch.add(bytes)
    this.at.size += bytes.length
  }

  async #write({
    part = this.at.part,
    size,
    counted = false,
    change,
  }: {
    part?: number
    size?: number
    counted?: boolean
    change?: Updateable<Schema['organization_export']>
  }): Promise<void> {
    await this.#stretch.flush()
    const { id } = this.#export
    const until = this.#export.kept_until
    const position = JSON.stringify(this.at)
    const content = this.#files.filter(({ is_content }) => is_content)
    const { laid, row } = await this.#ctx.db.write(async (tx) => {
      const now = await holdExport(tx, id)
      this.#checkPlace(now)
      const length = await this.#stretch.lay(tx, { exportId: id, part, at: this.#laid, until })
      if (!counted) return { laid: length, row: now }
      if (size !== undefined) await insertPart(tx, { export_id: id, number: part, size, sha256: null })
      await insertFiles(tx, this.#files)
      await insertFailures(tx, this.#failures)
      const counts = {
        files: now.files + content.length,
        bytes: now.bytes + content.reduce((sum, file) => sum + file.size, 0),
        failed: now.failed + this.#failures.length,
      }
      return { laid: length, row: await updateExport(tx, id, { ...counts, position, ...change }) }
    })
    this.#stretch.clear()
    this.#laid += laid
    if (!counted) return
    if (this.#laid !== (size ?? this.at.size))
      throw new Error(
        `Part ${part} of export ${id} has ${this.#laid} bytes instead of ${size ?? this.at.size}`,
      )
    Object.assign(this.#export, row)
    this.#stored = position
    this.#files = []
    this.#failures = []
    this.#taken.clear()
  }
}

export const describe = ({
  path,
  size,
  crc,
  header_at,
  ...file
}: Pick<ExportedFile, 'path' | 'size' | 'crc' | 'header_at'> &
  ({ modified: Instant } | { modified_at: Instant })): Described => ({
  name: Buffer.from(path),
  folder: path.endsWith('/'),
  modified: 'modified' in file ? file.modified : file.modified_at,
  flags: UTF8_NAMES,
  method: STORED,
  crc,
  packed: size,
  size,
  offset: header_at,
})

/** Nor may they differ by case alone: many disks know no difference. */
const digestOf = (path: string): Buffer =>
  createHash('sha256').update(path.normalize('NFC').toLowerCase()).digest()

/** Before the extension. */
function numbered(path: string, n: number): string {
  const [slash, dot] = [path.lastIndexOf('/'), path.lastIndexOf('.')]
  const at = dot > slash + 1 ? dot : path.length
  return `${path.slice(0, at)} (${n})${path.slice(at)}`
}
