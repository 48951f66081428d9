import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import path from 'node:path'
import { describe, it } from 'node:test'
import { parse, tokTypes } from 'acorn'

const ROOT = path.resolve(import.meta.dirname, '..')
const SOURCES = 'packages/*/src/**/*.ts'
/** What repeats in texts that are made to hurt, beside what the expression itself says. */
const SIGNS = [...' \t\n\0aAé0_-.,;:=/\\"\'@{}()[]<>+*?%&#']
/** After what repeats: nothing, and what cannot belong to it. */
const ENDS = ['', '\n', '.', '\u0001!']
/** Short ones first: some expressions would never come to the end of a long one. */
const LENGTHS = [24, 200, 2000, 8000]
/** Of one core. Reading a text once takes a hundredth of it. */
const MOST_MS = 3

interface Found {
  regex: RegExp
  place: string
}

function* regexesIn(file: string): Generator<Found> {
  const code = stripTypeScriptTypes(readFileSync(path.join(ROOT, file), 'utf8'))
  const found: Found[] = []
  parse(code, {
    ecmaVersion: 'latest',
    sourceType: 'module',
    onToken(token) {
      if (token.type !== tokTypes.regexp) return
      const { pattern, flags } = (token as { value?: unknown }).value as { pattern: string; flags: string }
      const line = code.slice(0, token.start).split('\n').length
      found.push({ regex: new RegExp(pattern, flags), place: `${file}:${line}` })
    },
  })
  yield* found
}

function cpuMs(regex: RegExp, text: string): number {
  regex.lastIndex = 0
  const before = process.threadCpuUsage()
  regex.exec(text)
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** Whether it took no longer by the clock than it may take of the CPU: asking for that costs more than most texts do. */
function isQuick(regex: RegExp, text: string): boolean {
  regex.lastIndex = 0
  const before = performance.now()
  regex.exec(text)
  return performance.now() - before <= MOST_MS
}

/** The words that an expression spells out. */
const wordsOf = ({ source }: RegExp): string[] =>
  (source.match(/(?:[^\\^$.*+?()[\]{}|]|\\[^a-z\d])+/gi) ?? [])
    .map((word) => word.replaceAll('\\', ''))
    .filter(Boolean)

/** A text that takes it far longer than its length allows, if it finds one. */
function textThatHurts(regex: RegExp): string | undefined {
  const words = wordsOf(regex)
  const parts = new Set([
    ...SIGNS,
    ...words,
    ...words.map((word) => `${word}a`),
    ...words.map((word) => `${word} `),
  ])
  for (const length of LENGTHS)
    for (const part of parts)
      for (const start of new Set(['', words[0] ?? '', 'a']))
        for (const end of ENDS) {
          const text = start + part.repeat(Math.ceil(length / part.length)) + end
          // Once more and again: the first time it may have been translated.
          if (!isQuick(regex, text) && [1, 2, 3].every(() => cpuMs(regex, text) > MOST_MS))
            return `${JSON.stringify(start)} ${length} × ${JSON.stringify(part)} ${JSON.stringify(end)}`
        }
  return undefined
}

describe('regular expressions', () => {
  it('take a time that grows as the text does, whoever wrote it', () => {
    const files = globSync(SOURCES, { cwd: ROOT, exclude: ['**/*.test.ts', '**/*.contract.ts'] })
    const all = files.flatMap((file) => [...regexesIn(file)])
    assert.ok(all.length > 100)
    // Many files say the same.
    const distinct = new Map(all.toReversed().map((found) => [String(found.regex), found])).values()
    const hurt = [...distinct].flatMap(({ regex, place }) => {
      const text = textThatHurts(regex)
      return text === undefined ? [] : [`${place} ${regex}: ${text}`]
    })
    assert.deepEqual(hurt, [])
  })

  it('are found out if they do not', () => {
    const bad = [
      /(?<!\\) +$/,
      /\s*;\s*q=/,
      /:id\(.*?\)/,
      /^(a+)+$/,
      /^(\w+\s?)*$/,
      /\/+$/,
      /^[^@]*@[^.]*.*x$/,
    ]
    for (const regex of bad) assert.ok(textThatHurts(regex), String(regex))
  })
})
