import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'

const ROOT = path.resolve(import.meta.dirname, '..')
const { inOrder, outcome, PARTS, resultLine } = await import(
  new URL('../scripts/nightly.mjs', import.meta.url).href
)

const RESULTS = `
| Date | Tried | Result |
|---|---|---|
| 2026-11-18 | \`npm run soak -- content/kill\` at 1825c153 on arm64, 12 minutes | 4 passed |
| 2026-11-17 | \`npm run soak -- db/durability\` at 1825c153 on arm64, 3 minutes | 2 passed |
| 2026-11-19 | \`npm run soak -- db/durability\` at 1825c153 on arm64, 3 minutes | 2 passed |
`

describe('a night of the soak', () => {
  it('begins with what was never tried, then with what was tried longest ago', () => {
    const parts = ['db/durability', 'content/kill', 'tree/kill']
    assert.deepEqual(inOrder(parts, RESULTS), ['tree/kill', 'content/kill', 'db/durability'])
  })

  it('has parts that find tests, and every test that has long rounds', () => {
    const files = globSync('{packages,meta}/**/*.test.ts', { cwd: ROOT, exclude: ['**/node_modules/**'] })
    const words: string[] = PARTS.flatMap((part: string) => part.split(' '))
    for (const word of words)
      assert.ok(
        files.some((file) => file.includes(word)),
        word,
      )
    const long = files.filter((file) =>
      /\b(?:rounds\(|of USUAL_STACKS\))/.test(readFileSync(path.join(ROOT, file), 'utf8')),
    )
    assert.ok(long.length > 20)
    assert.deepEqual(
      long.filter((file) => !words.some((word) => file.includes(word))),
      [],
    )
  })

  it('writes a line that it finds again', () => {
    const at = Date.UTC(2026, 10, 20, 23)
    const line = resultLine({
      at,
      commit: 'abc',
      tried: 'npm run soak -- tree/kill',
      result: '5 passed',
      minutes: 1,
    })
    assert.equal(
      line,
      `| 2026-11-20 | \`npm run soak -- tree/kill\` at abc on ${process.arch}, 1 minute | 5 passed |\n`,
    )
    assert.deepEqual(inOrder(['tree/kill', 'db/durability'], RESULTS + line), ['db/durability', 'tree/kill'])
    // Where it is appended: nothing comes after the table.
    const page = readFileSync(path.join(ROOT, 'docs/reliability-runs.md'), 'utf8')
    assert.match(
      page.slice(page.lastIndexOf('\n## ')),
      /^\n## Results\n\n\| Date \| Tried \| Result \|\n(\|.*\|\n)+$/,
    )
  })

  it('tells what failed, also where nothing was counted', () => {
    assert.equal(outcome({ code: 0, output: '…\n12 passed, 0 failed\n', cut: false }), '12 passed')
    assert.equal(outcome({ code: 1, output: '11 passed, 1 failed', cut: false }), '**1 failed**, 11 passed')
    assert.equal(outcome({ code: 1, output: '11 passed, 0 failed', cut: false }), '**0 failed**, 11 passed')
    assert.equal(
      outcome({ code: 'SIGKILL', output: '', cut: false }),
      '**ended with SIGKILL** and without a count',
    )
    assert.equal(
      outcome({ code: 143, output: '3 passed, 0 failed', cut: true }),
      'cut off at the end of the night',
    )
  })
})

describe('the page on what is tried', () => {
  const page = readFileSync(path.join(ROOT, 'docs/reliability.md'), 'utf8')
  const table = page.slice(page.indexOf('\n| Tried |'), page.indexOf('\n\nOne of them alone'))
  const rows = table.split('\n').map((line) => line.split(' | '))
  const whole = (file: string): string =>
    file.startsWith('packages/') || file.startsWith('meta/') ? file : `packages/server/src/${file}`
  /** Numbers that the code has in other units, or for each of several. */
  const OTHERWISE: Record<string, (n: number) => string> = {
    'access/privacy-calls.test.ts': (n) => (n * 4).toLocaleString('en'),
    'platform/content/memory.test.ts': (n) => (n < 1024 ? `${n} MiB` : `${n / 1024} GiB`),
  }

  it('names the counts of the code', () => {
    let compared = 0
    for (const [, usual = '', soak = '', where = ''] of rows)
      for (const [, file = ''] of where.matchAll(/`([^`]+\.test\.ts)`/g)) {
        const code = readFileSync(path.join(ROOT, whole(file)), 'utf8')
        const counts = [...code.matchAll(/^const [A-Z_]+ = .*\brounds\(([\d_]+), ([\d_]+)\)/gm)].map(
          ([, ...pair]) => pair.map((digits) => Number(digits.replaceAll('_', ''))),
        )
        // What is left out of one of them, or drawn by a share, is reported in words.
        if (!counts.some(([few = 0, many = 0]) => few > 0 && many > 1)) continue
        const inWords = OTHERWISE[file] ?? ((n: number) => n.toLocaleString('en'))
        const isNamed = counts.some(
          ([few = 0, many = 0]) => usual.includes(inWords(few)) && soak.includes(inWords(many)),
        )
        assert.ok(isNamed, `${file}: ${JSON.stringify(counts)}, but the page says: ${usual} and ${soak}`)
        compared++
      }
    assert.ok(compared >= 6, `${compared} rows were compared`)
  })
})
