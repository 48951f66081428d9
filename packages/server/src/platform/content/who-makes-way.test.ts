import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Pace, whoMakesWay } from './who-makes-way.ts'

interface Case {
  when: string
  /** Streams that have places: sender and pace. */
  inside: `${string} ${Pace}`[]
  /** Further places of a sender, whose streams are not among those that are asked. */
  more?: Record<string, number>
  line: string[]
  /** Numbers of the streams inside, in the order in which they are asked. */
  asked: number[]
}

const CASES: Case[] = [
  { when: 'nobody waits', inside: ['ann slow', 'bob long'], line: [], asked: [] },
  { when: 'all come along well', inside: ['ann fine', 'ann fine', 'bob fine'], line: ['cid'], asked: [] },
  { when: 'one is slow', inside: ['ann fine', 'bob slow'], line: ['cid'], asked: [1] },
  { when: 'one was there for long', inside: ['ann fine', 'bob long'], line: ['cid'], asked: [1] },
  { when: 'more are slow than wait', inside: ['ann slow', 'bob slow'], line: ['cid'], asked: [0] },
  { when: 'more wait than are slow', inside: ['ann slow', 'bob slow'], line: ['c', 'd', 'e'], asked: [0, 1] },
  {
    when: 'a sender has more places than another',
    inside: ['ann slow', 'bob slow', 'bob slow'],
    line: ['cid'],
    asked: [1],
  },
  {
    when: 'one of many places is slow and so is an only one',
    inside: ['ann slow', 'bob fine', 'bob slow', 'bob fine'],
    line: ['cid', 'dan'],
    asked: [2, 0],
  },
  {
    when: 'a slow one and one who waits have the same number',
    inside: ['ann slow'],
    more: { bob: 1 },
    line: ['bob'],
    asked: [0],
  },
  {
    when: 'one that was there for long and one who waits have the same number',
    inside: ['ann long'],
    more: { bob: 1 },
    line: ['bob'],
    asked: [],
  },
  {
    when: 'one who waits has more places than a slow one',
    inside: ['ann slow'],
    more: { bob: 2 },
    line: ['bob'],
    asked: [],
  },
  {
    when: 'only another of the same sender waits beside one with more places',
    inside: ['ann long'],
    more: { bob: 2 },
    line: ['bob', 'ann'],
    asked: [0],
  },
  {
    when: 'making way evens out what two have',
    inside: ['ann slow', 'ann slow', 'ann slow', 'ann slow'],
    line: ['bob', 'bob', 'bob', 'bob'],
    asked: [0, 1, 2],
  },
  {
    when: 'making way evens out what two have, of streams that only were there for long',
    inside: ['ann long', 'ann long', 'ann long', 'ann long'],
    line: ['bob', 'bob', 'bob', 'bob'],
    asked: [0, 1],
  },
  {
    when: 'whoever has fewest is further back in the line',
    inside: ['ann long', 'ann fine'],
    more: { bob: 2 },
    line: ['bob', 'cid'],
    asked: [0],
  },
]

describe('a stream makes way for others, or not,', () => {
  for (const { when, inside, more = {}, line, asked } of CASES)
    it(`when ${when}`, () => {
      const streams = inside.map((each, number) => {
        const [sender = '', pace] = each.split(' ')
        return { number, sender, pace: pace as Pace }
      })
      const held = new Map(Object.entries(more))
      for (const { sender } of streams) held.set(sender, (held.get(sender) ?? 0) + 1)
      const places = { held, line }
      const before = structuredClone(places)
      assert.deepEqual(
        whoMakesWay(streams, places).map(({ number }) => number),
        asked,
      )
      assert.deepEqual(places, before, 'it only chooses')
    })
})
