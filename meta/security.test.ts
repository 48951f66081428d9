import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'

const ROOT = path.resolve(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8')
/** Most of them are of the server, whose folder the page leaves out. */
const BASES = ['packages/server/src', 'packages/api/src', '']
const STANDINGS = ['met', 'in part', 'not'] as const
type Standing = (typeof STANDINGS)[number]

const page = read('docs/security-checklist.md')
const rows = page
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, number = '', what = '', standing = '', shown = '']) => ({ number, what, standing, shown }))

const standingOf = (text: string): Standing | undefined =>
  STANDINGS.find((standing) => new RegExp(`^${standing}(: \\S|, because \\S|$)`).test(text))

/** The tests that a row names, each with words of its cases. */
const testsIn = (shown: string) =>
  [...shown.matchAll(/`([^`]+)` \(([^)]+)\)/g)].map(([, file = '', words = '']) => ({
    file,
    cases: words.split('; '),
  }))

const findTest = (file: string): string | undefined =>
  BASES.map((base) => path.join(base, file)).find((place) => existsSync(path.join(ROOT, place)))

describe('the checklist of security', () => {
  it('has 68 rows, numbered in order, and counts them right', () => {
    assert.deepEqual(
      rows.map(({ number }) => Number(number)),
      Array.from({ length: 68 }, (_, index) => index + 1),
    )
    const counted = /(\d+) are met, (\d+) in part and (\d+) not/.exec(page.replace(/\s+/g, ' '))
    const standings = rows.map(({ standing }) => standingOf(standing))
    assert.deepEqual(
      counted?.slice(1).map(Number),
      STANDINGS.map((standing) => standings.filter((one) => one === standing).length),
    )
  })

  for (const { number, what, standing, shown } of rows)
    it(`names tests and cases that there are, or says why not: ${number}`, () => {
      assert.ok(what.length > 20)
      const known = standingOf(standing)
      assert.ok(known, standing)
      if (known === 'not') return assert.deepEqual([standing.startsWith('not, because '), shown], [true, '—'])
      if (known === 'in part') assert.match(standing, /^in part: \S/)
      const tests = testsIn(shown)
      assert.ok(tests.length > 0, shown)
      assert.equal(tests.length, shown.match(/`[^`]+`/g)?.length, `a test without a case: ${shown}`)
      for (const { file, cases } of tests) {
        const place = findTest(file)
        assert.ok(place && /\.(test|contract)\.ts$/.test(file), file)
        const text = read(place)
        for (const words of cases) assert.ok(text.includes(words), `${file} has no case «${words}»`)
      }
    })
})
