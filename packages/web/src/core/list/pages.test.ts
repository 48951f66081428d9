import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { PAGE_SIZE, Pages } from './pages.ts'

interface Row {
  id: number
  name?: string
}

function listOf(total: number) {
  const asked: number[] = []
  const aborted: number[] = []
  const waiting = new Map<number, () => void>()
  const state = { total, hold: false }
  const pages = new Pages<Row>((page, signal) => {
    asked.push(page)
    signal.addEventListener('abort', () => aborted.push(page))
    const answer = () => ({
      total: state.total,
      results: Array.from(
        { length: Math.max(0, Math.min(PAGE_SIZE, state.total - (page - 1) * PAGE_SIZE)) },
        (_, n) => ({
          id: (page - 1) * PAGE_SIZE + n + 1,
        }),
      ),
    })
    if ((page - 1) * PAGE_SIZE >= Math.max(1, state.total)) return Promise.reject({ status: 400 })
    if (!state.hold) return Promise.resolve(answer())
    return new Promise((resolve) => waiting.set(page, () => resolve(answer())))
  })
  return { pages, asked, aborted, waiting, state }
}

describe('a list by pages', () => {
  it('asks for what is in view only, wherever that is', async () => {
    const { pages, asked } = listOf(1_000_000)
    pages.want(999_950, 1_000_000)
    await setImmediate()
    assert.deepEqual([asked, pages.total, pages.at(999_999)?.id], [[10_000], 1_000_000, 1_000_000])
    assert.equal(pages.at(0), undefined)
  })

  it('has two requests under way, and drops those that were scrolled past', async () => {
    const { pages, asked, aborted, waiting, state } = listOf(10_000)
    state.hold = true
    pages.want(0, 500)
    await setImmediate()
    assert.deepEqual(asked, [1, 2])
    pages.want(5000, 5050)
    assert.deepEqual(
      [aborted, asked],
      [
        [1, 2],
        [1, 2, 51],
      ],
    )
    waiting.get(51)?.()
    await setImmediate()
    assert.equal(pages.at(5000)?.id, 5001)
  })

  it('shows what was there until the new is there', async () => {
    const { pages, state } = listOf(150)
    pages.want(0, 150)
    await setImmediate()
    state.total = 120
    pages.refresh()
    assert.equal(pages.at(140)?.id, 141)
    await setImmediate()
    await setImmediate()
    assert.deepEqual([pages.total, pages.at(140)], [120, undefined])
  })

  it('survives a list that became shorter than where one was', async () => {
    const { pages, state } = listOf(1000)
    pages.want(900, 950)
    await setImmediate()
    state.total = 50
    pages.refresh()
    await setImmediate()
    await setImmediate()
    assert.deepEqual([pages.total, pages.error], [50, undefined])
  })

  it('fetches what a range lacks, and patches what is there', async () => {
    const { pages } = listOf(1000)
    pages.want(0, 20)
    await setImmediate()
    const rows = await pages.range(50, 349, new AbortController().signal)
    assert.deepEqual([rows.length, rows[0]?.id, rows.at(-1)?.id], [300, 51, 350])
    pages.patch(51, { name: 'new' })
    assert.deepEqual(pages.find(51), { item: { id: 51, name: 'new' }, index: 50 })
  })
})
