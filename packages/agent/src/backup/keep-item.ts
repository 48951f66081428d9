import { createHash } from 'node:crypto'
import { readlinkSync } from 'node:fs'
import type { BatchResult, SyncEntry } from '@holdfast/api/files/sync'
import type { EntryId } from '@holdfast/api/ids'
import { formatUtc } from '@holdfast/api/time'
import { type RawName, rawOfText } from '../core/backup-meta.ts'
import { type KnownItem, kindOf } from '../core/backup-plan.ts'
import { NOT_BACKED_UP } from '../words/backups.ts'
import type { BackupState, OnDisk } from './backup-state.ts'
import type { BatchSender } from './batch-sender.ts'
import { attributesOf, codeOf, type Looked, pathOf, type RawPath } from './look.ts'
import { chunkOf, contentOf } from './read-content.ts'
import { type Problems, reasonOf } from './run-report.ts'
import { lookAgain, type ReadyContent, type Sending, sendContent } from './send-content.ts'

/** Says why a run came to nothing, in words for people. What was sent before stays. */
export class RunFailed extends Error {
  override name = 'RunFailed'
}

export interface Keeping extends Sending {
  readonly state: BackupState
  readonly sender: BatchSender
  readonly now: () => number
  readonly problems: Problems
  readonly sentFile: () => void
}

/** Where a new file goes. */
export interface NewPlace {
  readonly folderId: EntryId
  readonly name: string
}

/** So often a file is read that changes meanwhile. */
const READS = 3
/** A disk may tell times as coarsely as this: what changed so lately may change again and look the same. */
const COARSE_MS = 2000
const SEEN_TOGETHER = 1000
/** What the service says where it does not hold what was thought. */
const SURPRISES = ['ver_conflict', 'name_conflict', 'not_found', 'not_empty']

/** Tells the service of single items, and learns what it answers. */
export class ItemKeeper {
  /** The service did not agree with what was known of it: what it holds has to be asked for. */
  isDoubtful = false
  readonly #with: Keeping
  #seen = new Map<EntryId, OnDisk>()
  #refused: string | undefined

  constructor(keeping: Keeping) {
    this.#with = keeping
  }

  async flush(): Promise<void> {
    await this.#with.sender.flush()
    this.#saveSeen()
    if (this.#refused !== undefined) throw new RunFailed(this.#refused)
  }

  /** Sends a file or link, unless the service has it as it is. */
  async keepFile(first: Looked, to: KnownItem | NewPlace): Promise<void> {
    const { problems } = this.#with
    let seen = first
    try {
      for (let reads = 0; reads < READS; reads++) {
        const content = seen.kind === 'link' ? readLink(seen) : await sendContent(this.#with, seen)
        if (content === 'too_large') return problems.add(seen.path, NOT_BACKED_UP.tooLarge)
        if (content !== 'changed') return await this.#put(seen, to, content)
        seen = lookAgain(seen)
        if (kindOf(seen.kind) === 'folder' || seen.kind === 'unknown') break
      }
      problems.add(seen.path, NOT_BACKED_UP.changing)
    } catch (error) {
      const code = codeOf(error)
      if (code === undefined || !/^E[A-Z]+$/.test(code)) throw error
      // What is gone by now is no trouble: the next run will see that.
      if (code !== 'ENOENT') problems.add(seen.path, reasonOf(error, code))
    }
  }

  async #put(
    seen: Looked,
    to: KnownItem | NewPlace,
    { content, size, chunks, inline }: ReadyContent,
  ): Promise<void> {
    const { state, sender, now, sent, sentFile } = this.#with
    const isLate = Math.abs(now() - seen.changedMs) < COARSE_MS
    const onDisk = { identity: seen.identity, stamp: isLate ? null : seen.stamp }
    const [meta, modified] = [metaOf(seen, to.name), timeOf(seen)]
    const isKnown = 'id' in to && to.content === content
    if (isKnown && to.modified === modified) return this.keepAttributes(to, seen, onDisk)
    const file = { op: 'put' as const, size, chunks: [...chunks], modified, meta }
    const place = 'id' in to ? { entry_id: to.id, if_ver: to.ver } : { folder_id: to.folderId, name: to.name }
    const toSend = isKnown ? [] : inline
    for (const chunk of toSend) sent(chunk.size)
    const learn = (result: BatchResult) => {
      const entry = this.answer(seen.path, result)
      if (!entry) return
      state.put(entry, onDisk)
      sentFile()
    }
    await sender.add({ ...file, ...place }, learn, toSend)
  }

  /** Sends what is kept of an item beside its content, if that is another. */
  async keepAttributes(known: KnownItem, seen: Looked, onDisk: OnDisk): Promise<void> {
    const { id: entry_id, ver: if_ver, parentId: folder_id, name } = known
    const meta = metaOf(seen, name)
    if (meta === known.meta) return this.noteSeen(known, onDisk)
    await this.#with.sender.add({ op: 'place', entry_id, if_ver, folder_id, name, meta }, (result) => {
      const entry = this.answer(seen.path, result)
      if (entry) this.#with.state.put(entry, onDisk)
    })
  }

  noteSeen(known: KnownItem, onDisk: OnDisk): void {
    if (known.identity === onDisk.identity && known.stamp === onDisk.stamp) return
    this.#seen.set(known.id, onDisk)
    if (this.#seen.size >= SEEN_TOGETHER) this.#saveSeen()
  }

  #saveSeen(): void {
    const { state } = this.#with
    if (this.#seen.size > 0)
      state.together(() => {
        for (const [id, onDisk] of this.#seen) state.noteSeen(id, onDisk)
      })
    this.#seen.clear()
  }

  /** The item, if it was done; else it is noted why not. */
  answer(path: RawPath, { entry, error, error_description }: BatchResult): SyncEntry | undefined {
    if (error === undefined) return entry
    if (error === 'policy_error') this.#refused ??= error_description ?? NOT_BACKED_UP.noSpace
    if (SURPRISES.includes(error)) this.isDoubtful = true
    else this.#with.problems.add(path, error_description ?? NOT_BACKED_UP.refused(error))
    return undefined
  }
}

/** What is kept of an item that the service calls so. */
export const metaOf = (seen: Looked, name: string): string =>
  attributesOf(seen, rawOfText(name) === seen.raw ? undefined : seen.raw)

export const hashOf = (raw: RawName): string =>
  createHash('sha256').update(Buffer.from(raw, 'latin1')).digest('hex')

function readLink(seen: Looked): ReadyContent | 'changed' {
  const target = readlinkSync(pathOf(seen.path), { encoding: 'buffer' })
  if (lookAgain(seen).stamp !== seen.stamp) return 'changed'
  const inline = target.length === 0 ? [] : [chunkOf(target)]
  return { ...contentOf(inline), inline }
}

/** The service writes years with four digits. */
const EARLIEST = -11_644_473_600n
const LATEST = 253_402_300_799n

function timeOf({ mtime }: Looked): string {
  const seconds = mtime >= 0n ? mtime / 1_000_000_000n : -((-mtime + 999_999_999n) / 1_000_000_000n)
  const told = seconds < EARLIEST ? EARLIEST : seconds > LATEST ? LATEST : seconds
  return formatUtc(Number(told) * 1000)
}
