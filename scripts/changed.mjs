// npm test -- --changed[=REVISION]: which tests a change can reach, and why. Without a revision, what is not yet on the
// branch that this one follows counts as changed; where there is none, what is not committed.
//
// A test reaches what it imports, however far, and what the files beside it import: those it is about. Two things join the
// whole service and are no way, or every test would reach everything: http/app.ts, and what the server's testkit starts.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { giveUp } from './bootstrap.mjs'
import { findImports, listFiles, ownNames } from './imports.mjs'

const TEST = /\.test\.ts$/
const BESIDE = /\.(test|contract)\.tsx?$/
const JOINS_ALL = /^packages\/server\/src\/http\/app\.ts$/
const SERVER_TESTKIT = /^packages\/server\/testkit\//
const SERVER = /^packages\/server\/src\//

/** Run whatever has changed: few, quick, and through every door. */
const CORE = [
  'meta/boundaries.test.ts',
  'meta/docs.test.ts',
  'meta/shape.test.ts',
  'packages/agent/src/engine/root-sync.test.ts',
  'packages/server/src/files/writing/files.test.ts',
  'packages/server/src/service/service.test.ts',
  'packages/web/journeys/files.test.ts',
]

/** What reaches tests by other ways than imports: the app runs in browsers, pages and scripts are read. */
const OTHER_WAYS = [
  [/^packages\/web\/src\/(?!.*\.test\.ts$)/, /^packages\/web\/journeys\//],
  [/\.md$|^(docs|examples|changelog|packaging)\/|^(Dockerfile|compose\.yaml)$/, /^meta\//],
  [
    /^docs\/(operations\.md|prometheus-alerts\.yaml|grafana-dashboard\.json)$/,
    /\/(proxies|alerts|metrics)\.test\.ts$/,
  ],
  [/^docs\/|^scripts\/(build-)?docs/, /\/(manual-routes|journeys\/docs)\.test\.ts$/],
  [/^scripts\/|^biome\.json$|^\.dependency-cruiser\.cjs$/, /^meta\//],
]

/** Who imports whom, resolved; tests also what is beside them. */
async function readImports(root) {
  const { sources } = listFiles(root)
  const isOurs = new Set(sources)
  const named = ownNames(root)
  const graph = new Map()
  for (const [file, found] of await findImports(root, sources)) {
    const targets = found.map(({ specifier }) =>
      specifier.startsWith('.') ? path.posix.join(path.posix.dirname(file), specifier) : named(specifier),
    )
    graph.set(
      file,
      targets.filter((target) => isOurs.has(target)),
    )
  }
  return graph
}

const isWay = (from, to) => !JOINS_ALL.test(from) && !(SERVER_TESTKIT.test(from) && SERVER.test(to))

/** By test file, why it runs; or a reason to run all of them. */
function chooseTests(graph, changed) {
  const files = [...graph.keys()]
  const tests = files.filter((file) => TEST.test(file))
  const reasons = new Map()
  for (const file of changed) {
    const ways = OTHER_WAYS.filter(([from]) => from.test(file))
    if (ways.length === 0 && !graph.has(file)) return { all: `${file} may concern any test` }
    for (const [, reached] of ways)
      for (const test of tests.filter((one) => reached.test(one)))
        if (!reasons.has(test)) reasons.set(test, `depends on ${file}`)
  }
  for (const test of tests) {
    if (reasons.has(test)) continue
    const way = wayTo(graph, test, changed)
    if (way) reasons.set(test, way.length === 1 ? 'was changed' : `reaches ${way.slice(1).join(' → ')}`)
  }
  for (const test of CORE) if (graph.has(test) && !reasons.has(test)) reasons.set(test, 'runs always')
  return { tests: reasons }
}

/** The shortest way from a test to something that was changed. */
function wayTo(graph, test, changed) {
  const beside = [...graph.keys()].filter(
    (file) => !BESIDE.test(file) && path.posix.dirname(file) === path.posix.dirname(test),
  )
  const from = new Map([[test, undefined]])
  const next = [test]
  for (let file = next.shift(); file !== undefined; file = next.shift()) {
    if (changed.has(file)) {
      const way = []
      for (let step = file; step !== undefined; step = from.get(step)) way.unshift(step)
      return way
    }
    const onward =
      file === test ? [...graph.get(test), ...beside] : graph.get(file).filter((to) => isWay(file, to))
    for (const to of onward)
      if (!from.has(to)) {
        from.set(to, file)
        next.push(to)
      }
  }
  return undefined
}

/** What differs from a revision, in commits and in the folder. Who imported what is gone differs too. */
function changedSince(root, revision) {
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  const upstream = git('rev-parse', '--abbrev-ref', '@{upstream}')
  const since = revision || (upstream.status === 0 ? upstream.stdout.trim() : 'HEAD')
  const differing = git('diff', '--name-only', '--no-renames', '--diff-filter=d', since, '--')
  if (differing.status !== 0) giveUp(`git does not know ${since}: ${differing.stderr.trim()}`)
  const untracked = git('ls-files', '--others', '--exclude-standard')
  const files = `${differing.stdout}${untracked.stdout}`.split('\n').filter(Boolean)
  return { since, files: new Set(files) }
}

/** What differs, and by test file why it runs; or a reason to run all. */
export async function lookAtChange(root, revision) {
  const { since, files } = changedSince(root, revision)
  return { since, files, ...chooseTests(await readImports(root), files) }
}

/** The test files to run, having said why; all of them if none is named. */
export async function testsOfChange(root, revision) {
  const { since, files, all, tests } = await lookAtChange(root, revision)
  console.log(`${files.size === 1 ? '1 file differs' : `${files.size} files differ`} from ${since}.`)
  if (all) {
    console.log(`All tests run: ${all}.`)
    return []
  }
  console.log(`${tests.size} test files run:`)
  for (const [test, why] of [...tests].sort()) console.log(`  ${test}: ${why}`)
  return [...tests.keys()]
}
