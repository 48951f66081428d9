import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { isPart, lineOf, nameOf, type Part, read, visit } from './syntax.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const TEST_CODE = globSync(
  [
    'packages/*/src/**/*.{test,contract}.ts',
    'packages/*/testkit/**/*.ts',
    'packages/web/journeys/**/*.ts',
    'bench/*.test.ts',
    'meta/*.ts',
  ],
  { cwd: ROOT },
).sort()

const LOAD = 'people or programs that do something, rest, and do the next thing'
const MOMENT = 'what ends something at any moment, each time at another one'
const SLOW = 'a line, a server or a client that is slow'
const FILM = 'a film takes the time that it shows'

/** Test code that may use timers, and what for. None of it waits for something to happen: `until` does. */
const TIMERS: Record<string, string> = {
  'meta/tests.test.ts': 'texts that are refused below',
  'packages/agent/src/disk/staging.test.ts': 'someone writes while a file is read, and ticks are counted',
  'packages/agent/src/net/direct-download.test.ts': SLOW,
  'packages/agent/src/net/https-fetch.test.ts': SLOW,
  'packages/agent/testkit/chaos/chaos.test.ts': LOAD,
  'packages/agent/testkit/disk/folders.test.ts': LOAD,
  'packages/agent/testkit/disk/kept-folder.ts': 'the clock of an agent, which is faster than others',
  'packages/agent/testkit/disk/service.ts': SLOW,
  'packages/server/src/http/listener/timeouts.test.ts': SLOW,
  'packages/server/src/http/pages/links/page-browser.test.ts': FILM,
  'packages/server/src/platform/content/ingest.test.ts': 'keeps a process that nothing else keeps',
  'packages/server/src/platform/db/database.test.ts':
    'code that goes on by a timer is still in its transaction',
  'packages/server/src/platform/outbound/outbound.test.ts':
    'a server that sends its answer byte by byte, without end',
  'packages/server/src/platform/thumbnails/thumbnails.test.ts': 'a program that hangs, and one that grows',
  'packages/server/src/service/backup/kills.test.ts': MOMENT,
  'packages/server/src/service/faults/crowd.test.ts':
    'memory is measured twice, some time apart; those who never hear anything give up',
  'packages/server/src/service/faults/level.test.ts': LOAD,
  'packages/server/src/service/faults/postgres.test.ts': LOAD,
  'packages/server/src/service/faults/servers.test.ts': LOAD,
  'packages/server/src/service/faults/store.test.ts': SLOW,
  'packages/server/src/service/faults/unclean-end.test.ts': MOMENT,
  'packages/server/src/sign-in/oauth/agent.test.ts': MOMENT,
  'packages/server/testkit/browser/browser.ts': 'a browser is kept for the suites that come next',
  'packages/server/testkit/database/database-child.ts': LOAD,
  'packages/server/testkit/killed/retention.ts': MOMENT,
  'packages/server/testkit/people/busy-person.ts': LOAD,
  'packages/server/testkit/runner/run.ts': 'gives up on tests that say nothing any more',
  'packages/server/testkit/runner/take-files.ts': 'keeps a process that nothing else keeps',
  'packages/server/testkit/servers/postgres.ts': 'a handler of `exit` cannot await',
  'packages/server/testkit/servers/until.ts': 'looks again and again',
  'packages/web/journeys/viewer.test.ts': FILM,
}

/** Programs for browsers and other processes are texts. */
const TIMER_IN_TEXT = /\bset(Timeout|Interval)\(/

function usesTimer({ type, name, value, source, specifiers, object, property }: Part): boolean {
  if (type === 'Identifier') return /^(setTimeout|setInterval|waitForTimeout)$/.test(String(name))
  if (type === 'Literal') return typeof value === 'string' && TIMER_IN_TEXT.test(value)
  if (type === 'TemplateElement') return TIMER_IN_TEXT.test((value as { raw: string }).raw)
  if (type === 'MemberExpression') return nameOf(object) === 'Atomics' && nameOf(property) === 'wait'
  if (type !== 'ImportDeclaration' || !/^(node:)?timers(\/|$)/.test(String((source as Part).value)))
    return false
  // A turn of the event loop is no time. Anyone who imports all of it, or its scheduler, has other ways to wait.
  return (specifiers as Part[]).some(({ imported }) => nameOf(imported) !== 'setImmediate')
}

/** The lines on which timers are used. */
function timersIn(file: Part): number[] {
  const lines = new Set<number>()
  visit(file, (part) => usesTimer(part) && lines.add(lineOf(part)))
  return [...lines]
}

const isFunction = (part: unknown): part is Part => isPart(part) && /Function/.test(part.type)
const ASSERTION = 'assert'

/** What is called in it, by names of functions and methods; `assert` stands for all that fails by itself. */
function callsIn(whole: Part): string[] {
  const names = new Set<string>()
  visit(whole, ({ type, callee, expression }) => {
    if (type === 'ExpressionStatement' && isFail(expression)) names.add(ASSERTION)
    if (type !== 'CallExpression' || !isPart(callee)) return
    const name = nameOf(callee) || nameOf(callee.property)
    // What Playwright waits for is what a page is to show.
    if (name.startsWith('waitFor')) names.add(ASSERTION)
    if (nameOf(callee.object) !== ASSERTION) names.add(name)
    else if (name !== 'fail') names.add(ASSERTION)
  })
  return [...names]
}
/** Only as a statement: `?? assert.fail()` is for what must be there before anything is looked at. */
const isFail = (part: unknown): boolean =>
  isPart(part) &&
  isPart(part.callee) &&
  nameOf(part.callee.object) === ASSERTION &&
  nameOf(part.callee.property) === 'fail'

/** The functions and methods of a file, with what they call. Those of one name are one. */
function functionsOf(file: Part): Map<string, string[]> {
  const found = new Map<string, string[]>()
  const add = (name: string, body: unknown) => {
    if (name && isFunction(body)) found.set(name, [...(found.get(name) ?? []), ...callsIn(body)])
  }
  visit(file, (part) => {
    if (part.type === 'FunctionDeclaration') add(nameOf(part.id), part)
    else if (part.type === 'VariableDeclarator') add(nameOf(part.id), part.init)
    else if (isPart(part.key)) add(nameOf(part.key), part.value)
  })
  return found
}

/** The names of those that assert something, by themselves or by others of them. */
function addAsserting(functions: Map<string, string[]>, known: Iterable<string>, mayBe = /./): Set<string> {
  const asserting = new Set(known)
  for (let before = -1; before !== asserting.size; ) {
    before = asserting.size
    for (const [name, calls] of functions)
      if (mayBe.test(name) && calls.some((call) => asserting.has(call))) asserting.add(name)
  }
  return asserting
}

const ASSERTIONS = [ASSERTION, 'until', 'untilFound']
/** Of what other files have, only what is called so: much else makes sure of what it needs, and is no test of it. */
const CALLED_SO = /^(assert|check|compare|verify|until|describe)/

/** The lines of tests that nothing but an exception could fail. `elsewhere`: names that assert, in other files. */
function emptyTestsIn(file: Part, elsewhere: Iterable<string> = ASSERTIONS): number[] {
  const asserting = addAsserting(functionsOf(file), elsewhere)
  const runners = new Set<string>()
  const empty: number[] = []
  visit(file, (part) => {
    if (part.type === 'ImportDeclaration' && (part.source as Part).value === 'node:test')
      for (const { imported, local } of part.specifiers as Part[])
        if (/^(it|test)$/.test(nameOf(imported))) runners.add(nameOf(local))
    if (part.type !== 'CallExpression' || !runners.has(nameOf(part.callee))) return
    const test = (part.arguments as unknown[]).at(-1)
    const calls = isFunction(test) ? callsIn(test) : [nameOf(test)]
    if (!calls.some((call) => asserting.has(call))) empty.push(lineOf(part))
  })
  return empty
}

describe('tests', () => {
  const files = TEST_CODE.map((file) => ({ file, tree: read(readFileSync(path.join(ROOT, file), 'utf8')) }))

  it('are found', () => {
    assert.ok(files.length > 400)
  })

  it('wait for a state, never for a time', () => {
    const timed = files.filter(({ tree }) => timersIn(tree).length > 0).map(({ file }) => file)
    assert.deepEqual(timed, Object.keys(TIMERS), 'wait by `until`, or say what the timer is for')
  })

  it('assert something', () => {
    const all = new Map<string, string[]>()
    for (const { tree } of files)
      for (const [name, calls] of functionsOf(tree)) all.set(name, [...(all.get(name) ?? []), ...calls])
    const elsewhere = addAsserting(all, ASSERTIONS, CALLED_SO)
    const empty = files.flatMap(({ file, tree }) =>
      emptyTestsIn(tree, elsewhere).map((line) => `${file}:${line}`),
    )
    assert.deepEqual(empty, [])
  })
})

describe('the check on waiting', () => {
  it('finds each way to wait for a time', () => {
    const waits = [
      "import { setTimeout as delay } from 'node:timers/promises'",
      "import * as timers from 'node:timers/promises'",
      "import { scheduler } from 'node:timers/promises'",
      'await new Promise((resume) => setTimeout(resume, 10))',
      'const looking = setInterval(look, 10)',
      'await page.waitForTimeout(200)',
      'Atomics.wait(lock, 0, 0, 10)',
      'const PROGRAM = `setTimeout(end, 50)`',
    ]
    assert.deepEqual(
      timersIn(read(waits.join('\n'))),
      waits.map((_, n) => n + 1),
    )
  })

  it('lets pass what no time passes in', () => {
    const code = `import { setImmediate } from 'node:timers/promises'
      await until(() => isDone)
      mock.timers.enable({ apis: ['setTimeout'] })`
    assert.deepEqual(timersIn(read(code)), [])
  })
})

describe('the check on assertions', () => {
  const emptyIn = (...tests: string[]) =>
    emptyTestsIn(read(["import { it, test as example } from 'node:test'", ...tests].join('\n')))

  it('finds tests that assert nothing', () => {
    const tests = [
      "it('works', async () => { await call() })",
      "example('works', () => {})",
      "it('works', () => { const one = find() ?? assert.fail('none'); use(one) })",
      "it('works', { timeout: 1 }, work)",
      'const work = () => other()',
    ]
    assert.deepEqual(emptyIn(...tests), [2, 3, 4, 5])
  })

  it('lets pass those that do, by others as well', () => {
    const tests = [
      "it('works', () => assert.equal(1, 1))",
      "it('works', async (t) => { for (const one of all) if (isSo(one)) return; assert.fail('none') })",
      "it('works', () => isSo(1))",
      'const isSo = (n: number) => holds(n)',
      'function holds(n: number): void { assert.ok(n) }',
      "it('works', isSo)",
      "it('works', async () => { await page.getByText('Done').waitFor() })",
      "it('works', () => until(() => isDone))",
    ]
    assert.deepEqual(emptyIn(...tests), [])
  })
})
