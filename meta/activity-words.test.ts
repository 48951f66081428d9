import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ACTIVITY_TYPES } from '../packages/server/src/records/activity/types.ts'
import { activityKinds as german } from '../packages/web/src/messages/console/de/activity-kinds.ts'
import { activityKinds as english } from '../packages/web/src/messages/console/en/activity-kinds.ts'

const ids = Object.values(ACTIVITY_TYPES).map(({ id }) => String(id))
const namesIn = (words = ''): string[] => (words.match(/\{\w+\}/g) ?? []).sort()

describe('the kinds of records', () => {
  it('have words in the console in every language, and nothing else does', () => {
    for (const words of [english, german]) assert.deepEqual(Object.keys(words).sort(), [...ids].sort())
  })

  it('name the same in all of them', () => {
    for (const id of ids.map(Number)) {
      assert.deepEqual(namesIn(german[id]), namesIn(english[id]), `${id}`)
      for (const name of namesIn(english[id])) assert.match(name, /^\{(actor|target)\}$/)
    }
  })
})
