import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { EntryId } from '@holdfast/api/ids'
import { startContentId } from '../../src/platform/content/content-id.ts'
import { BatchSender } from '../content/batches.ts'
import { InRoot } from './in-root.ts'
import type { Worker } from './killed-server.ts'

/** More than one transaction takes. */
const NEW_FILES = 25

interface KnownFile {
  id: EntryId
  ver: number
  name: string
}

/** A change of a batch, and what it makes of the contents by name. */
interface Step {
  opId: string
  change:
    | { op: 'put'; text: string; name: string }
    | { op: 'replace'; text: string; file: KnownFile }
    | { op: 'place'; name: string; file: KnownFile }
    | { op: 'delete'; file: KnownFile }
}

/** Sends batches as a device does: files that come, change, move and go. One that was cut off is sent again as it was. */
export class Batches extends InRoot implements Worker {
  readonly #sender = new BatchSender(this.who, this.rootId)
  #known: KnownFile[] = []
  #contents = new Map<string, string>()
  /** The number of the root's newest change before what is under way. */
  #seq = 0
  #begun: Step[] | undefined
  #number = 0

  async turn(): Promise<void> {
    this.#begun ??= this.#next()
    const steps = this.#begun
    const results = await this.server.ask('batch', () =>
      this.#sender.send(steps.map((step) => this.#asOp(step))),
    )
    const entries = results.map(({ entry, error }) => entry ?? assert.fail(error))
    this.#known = entries
      .filter(({ is_deleted }) => !is_deleted)
      .map(({ entry_id: id, ver, name }) => ({ id, ver, name }))
    for (const step of steps) apply(step, this.#contents)
    this.#seq += steps.length
    this.#begun = undefined
  }

  /** Every file that there is gets another content or name, or goes; others come. */
  #next(): Step[] {
    const n = ++this.#number
    const changes = this.#known.map((file, i): Step['change'] => {
      if (i % 3 === 0) return { op: 'replace', text: `replaced ${n} ${i}`, file }
      return i % 3 === 1 ? { op: 'place', name: `placed ${n} ${i}`, file } : { op: 'delete', file }
    })
    for (let i = 0; i < NEW_FILES; i++)
      changes.splice(2 * i, 0, { op: 'put', text: `put ${n} ${i}`, name: `put ${n} ${i}` })
    return changes.map((change, i) => ({ opId: `batch ${n} ${i}`, change }))
  }

  #asOp({ opId: op_id, change }: Step): Parameters<BatchSender['send']>[0][number] {
    const folder_id = 0 as EntryId
    if (change.op === 'put')
      return { op: 'put', op_id, folder_id, name: change.name, ...this.#sender.content(change.text) }
    const { id: entry_id, ver: if_ver } = change.file
    if (change.op === 'replace')
      return { op: 'put', op_id, entry_id, if_ver, ...this.#sender.content(change.text) }
    if (change.op === 'place') return { op: 'place', op_id, entry_id, if_ver, folder_id, name: change.name }
    return { op: 'delete', op_id, entry_id, if_ver }
  }

  /** The changes of a batch are made in their order: as many as there are on the log, each of them wholly. */
  async check(): Promise<void> {
    const { seq } = await this.server.ctx.db.read
      .selectFrom('root')
      .select('seq')
      .where('id', '=', this.rootId)
      .executeTakeFirstOrThrow()
    const made = this.#begun?.slice(0, seq - this.#seq) ?? []
    assert.equal(made.length, seq - this.#seq)
    if (made.length > 0 && made.length < (this.#begun?.length ?? 0)) this.server.note('batch in part')
    const expected = new Map(this.#contents)
    for (const step of made) apply(step, expected)
    const live = (await this.trees()).filter(({ deleted }) => !deleted)
    assert.deepEqual(new Map(live.map(({ name, items }) => [name, items['']])), expected)
  }
}

function apply({ change }: Step, contents: Map<string, string>): void {
  if (change.op === 'put') contents.set(change.name, contentId(change.text))
  else if (change.op === 'replace') contents.set(change.file.name, contentId(change.text))
  else {
    const content = contents.get(change.file.name)
    contents.delete(change.file.name)
    if (change.op === 'place' && content !== undefined) contents.set(change.name, content)
  }
}

const contentId = (text: string): string =>
  startContentId().update(createHash('sha256').update(text).digest()).digest('hex')
