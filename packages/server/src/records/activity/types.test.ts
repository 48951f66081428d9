import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { ACTIVITY_TYPES, CLIENT_TYPES } from './types.ts'

const TYPES = Object.values(ACTIVITY_TYPES)

describe('the kinds of activity', () => {
  it('have ids and words of their own', () => {
    assert.equal(new Set(TYPES.map(({ id }) => id)).size, TYPES.length)
    assert.equal(new Set(TYPES.map(({ activity }) => activity)).size, TYPES.length)
    assert.deepEqual(
      TYPES.map(({ id }) => id),
      TYPES.map((_, index) => index + 1),
    )
  })

  it('read as the middle of a sentence', () => {
    for (const { activity } of TYPES) assert.match(activity, /^[a-z][a-z ,-]*[a-z]$/, activity)
  })

  it('are on the page about them', async () => {
    const page = await readFile(path.resolve(import.meta.dirname, '../../../../../docs/activity.md'), 'utf8')
    for (const { id, activity } of TYPES) assert.ok(page.includes(`\n| ${id} | ${activity} |\n`), activity)
  })

  it('are all the service’s to write but one', () => {
    assert.deepEqual([...CLIENT_TYPES], [ACTIVITY_TYPES.noted.id])
  })
})
