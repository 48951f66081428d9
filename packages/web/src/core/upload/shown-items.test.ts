import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { emptyState } from './machine.ts'
import { draftOf, put } from './machine-items.ts'
import type { Item, State, Status } from './machine-types.ts'
import { shownIn } from './shown-items.ts'

const stateOf = (...items: [path: string, status: Status][]): State => {
  const draft = draftOf(emptyState())
  items.forEach(([path, status], n) => {
    const rest = { batch: 1, kind: 'file', size: 1, modified: 0, sent: 0, makes: { what: 'new' }, tries: 0 }
    put(draft, { ...rest, id: draft.first + n, path, status } as Item)
  })
  return draft
}
const linesOf = (state: State): string[] =>
  shownIn(state).map((one) => ('item' in one ? one.item.path : `${one.folder.name}: ${one.folder.count}`))

describe('what the tray shows of uploads', () => {
  it('is a folder as one line once all of it is there', () => {
    assert.deepEqual(linesOf(stateOf(['a/1', 'done'], ['a/b/2', 'done'], ['c', 'done'])), ['a: 2', 'c'])
  })

  it('is each of its files while some are missing, and what failed first', () => {
    assert.deepEqual(
      linesOf(stateOf(['a/1', 'done'], ['a/2', 'sending'], ['d/3', 'done'], ['a/4', 'failed'])),
      ['a/4', 'a/2', 'a/1', 'd: 1'],
    )
  })
})
