import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { type Place, QUOTED, REFUSED, TEXTS } from './glossary.ts'

const ROOT = path.resolve(import.meta.dirname, '..')

/** What stands between quotes, without the names of modules and what is put in. */
function* sentencesIn(source: string): Generator<string> {
  const code = source
    .replace(/^import [\s\S]*?from '.*'$/gm, '')
    .replace(/\/\*\*?[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  for (const [text] of code.matchAll(/'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g))
    if (/[a-zäöü]{2}/i.test(text)) yield withoutNames(text.slice(1, -1).replace(/\$\{[^}]*\}/g, '…'))
}

/** Options have names that programs know. */
const withoutNames = (text: string): string => text.replace(/--[a-z][a-z-]*/g, '--…')

/** A refusal: the text is an argument of one of these. */
const REFUSAL =
  /\b(?:fail|refuse|missing|noSuch|busy|failTaken|lookForGuessable|ApiError|AtOnce|FairTurns|\w+Error)\(/g

/**
 * Of the server's code, the sentences, and what is an argument of a refusal. Other texts between quotes are for programs and
 * logs.
 */
function* refusalsIn(source: string): Generator<string> {
  for (const sentence of sentencesIn(source)) if (/^[A-Z“].* .*\.$/.test(sentence)) yield sentence
  for (const { index } of source.matchAll(REFUSAL)) yield* sentencesIn(callAt(source, index))
}

/** From the name of a function to the bracket that closes its call. */
function callAt(source: string, start: number): string {
  let depth = 0
  for (let at = source.indexOf('(', start); at < source.length; at++) {
    if (source[at] === '(') depth++
    else if (source[at] === ')' && --depth === 0) return source.slice(start, at)
  }
  return source.slice(start)
}

/** One file holds both languages, each in a part of its own. */
const partOf = (place: Place, source: string): string => {
  const german = source.indexOf('\nconst de: ')
  if (german < 0) return source
  return place === 'appDe' ? source.slice(german) : source.slice(0, german)
}

/** What a page says in words: without code, addresses and what it quotes. */
function* proseIn(file: string, source: string): Generator<string> {
  const page = QUOTED.filter(({ files }) => path.matchesGlob(file, files))
    .reduce((rest, { text }) => rest.replace(text, ''), source)
    .replace(/^ *```[\s\S]*?^ *```/gm, '')
    .replace(/^ {4,}\S.*$/gm, '')
    .replace(/`[^`]+`/g, '…')
    .replace(/<[^>]+>|(?<=\])\([^)]*\)/g, '')
  for (const part of page.split(/\n\s*\n|\n(?=\s*(?:[-|#]|\d+\.) ?)/))
    yield* part.replace(/\s+/g, ' ').split(/(?<=[.!?:]) /)
}

const textsOf = (place: Place): [file: string, sentence: string][] =>
  globSync([...TEXTS[place]], { cwd: ROOT }).flatMap((file) =>
    [...wordsOf(place, file)].map((sentence): [string, string] => [file, sentence]),
  )

const isTest = (file: string): boolean => /\.(test|contract)\.ts$/.test(file)

/** The middle of the sentences that records of activity are read as. */
const ACTIVITY = 'packages/server/src/records/activity/types.ts'

/** Names and codes of the API are one word, and stay as they are. */
function wordsOf(place: Place, file: string): Iterable<string> {
  if (isTest(file)) return []
  const source = partOf(place, readFileSync(path.join(ROOT, file), 'utf8'))
  if (place === 'docs') return proseIn(file, source)
  if (place !== 'api') return sentencesIn(source)
  if (file.startsWith('packages/api/') || file === ACTIVITY)
    return [...sentencesIn(source)].filter((text) => text.includes(' '))
  return refusalsIn(source)
}

describe('the words that people read', () => {
  const texts = new Map((Object.keys(TEXTS) as Place[]).map((place) => [place, textsOf(place)]))

  it('are found', () => {
    for (const [place, found] of texts) assert.ok(found.length > 30, `${place}: ${found.length}`)
  })

  for (const { pattern, better, where, example } of REFUSED)
    it(`say ${better} where others would match ${pattern}`, () => {
      assert.match(example, pattern)
      const found = where.flatMap((place) => texts.get(place) ?? [])
      assert.deepEqual(
        found.filter(([, sentence]) => pattern.test(sentence)),
        [],
      )
    })

  for (const { files, text, why } of QUOTED)
    it(`leave out of ${files} what needs to be left out, since ${why}`, () => {
      const quoted = globSync(files, { cwd: ROOT })
        .flatMap((file) => readFileSync(path.join(ROOT, file), 'utf8').match(text) ?? [])
        .join('\n')
      assert.ok(REFUSED.some(({ pattern, where }) => where.includes('docs') && pattern.test(quoted)))
    })
})
