import { hash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { CONTENT_ID_PREFIX } from '@holdfast/api/files/content-id'
import { Cutter } from '@holdfast/api/files/cutter'
import { isMissing } from '../../src/disk/errors.ts'
import { NodeDisk } from '../../src/disk/node-disk.ts'
import type { NodeDiskOptions } from '../../src/disk/node-disk-options.ts'
import { prepareFolder } from '../../src/disk/prepare-folder.ts'
import type { ContentSource, SmallContent } from '../../src/ports/disk.ts'
import type { DiskInUse } from './disk.contract.ts'

export interface RealDisk extends DiskInUse {
  readonly disk: NodeDisk
  readonly folder: string
  readonly options: NodeDiskOptions
  /** What the clock of the disk is ahead. */
  aheadMs: number
  path(...names: string[]): string
}

/** A folder of its own below `base`, prepared and watched. */
export async function openRealDisk(base: string): Promise<RealDisk> {
  const place = mkdtempSync(path.join(base, 'holdfast-disk-'))
  const { folder, marker } = await prepareFolder(path.join(place, 'synced'), {
    rootId: 7,
    machine: 'a machine',
    others: [],
    allowed: ['/dev/shm'],
  })
  const at = (...names: string[]) => path.join(folder, ...names)
  const options: NodeDiskOptions = {
    folder,
    marker,
    notes: path.join(place, 'notes.json'),
    machine: () => 'Ann’s laptop',
    now: () => Date.now() + real.aheadMs,
    onHint: () => {},
  }
  const real: RealDisk = {
    disk: new NodeDisk(options),
    folder,
    options,
    aheadMs: 0,
    path: at,
    write: (name, text) => writeFileSync(at(name), text),
    makeFolder: (name) => mkdirSync(at(name)),
    move: (from, to) => renameSync(at(from), at(to)),
    remove: (name) => rmSync(at(name), { recursive: true }),
    read: (name) => readIfThere(at(name)),
    unmount: () => {
      renameSync(folder, `${folder} elsewhere`)
      mkdirSync(folder)
    },
    mount: () => {
      rmSync(folder, { recursive: true })
      renameSync(`${folder} elsewhere`, folder)
    },
    source: (text) => sourceOf(Buffer.from(text)),
    close: async () => {
      await real.disk.close()
      rmSync(place, { recursive: true, force: true })
    },
  }
  return real
}

export function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** As a server would give it; `asked` is called for each range. */
export function sourceOf(bytes: Buffer, asked: (from: number, to: number) => void = () => {}): ContentSource {
  const cuts = new Cutter().push(bytes)
  const ends = cuts.at(-1) === bytes.length || bytes.length === 0 ? cuts : [...cuts, bytes.length]
  const chunks = ends.map((end, n) => {
    const chunk = bytes.subarray(ends[n - 1] ?? 0, end)
    return { sha256: hash('sha256', chunk), size: chunk.length }
  })
  const digests = chunks.map(({ sha256 }) => Buffer.from(sha256, 'hex'))
  return {
    content: hash('sha256', Buffer.concat([Buffer.from(CONTENT_ID_PREFIX), ...digests])),
    size: bytes.length,
    modified: 1_000_000_000_000,
    chunks: async () => chunks,
    async *bytes(from, to) {
      asked(from, to)
      for (let at = from; at < to; at += 100_000) yield bytes.subarray(at, Math.min(to, at + 100_000))
    },
  }
}

/** A small one that has come as a whole. */
export function smallOf(text: string): SmallContent {
  const bytes = Buffer.from(text)
  const { content, modified } = sourceOf(bytes)
  return { content, modified, bytes }
}
