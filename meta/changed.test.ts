import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, describe, it } from 'node:test'

const SERVER = 'packages/server'
const SEARCH = `${SERVER}/src/files/search`

/** A repository as ours is, by its imports. */
const TREE: Record<string, string> = {
  'packages/api/package.json': JSON.stringify({
    name: '@holdfast/api',
    exports: { './client': './src/client/client.ts', './*': './src/*.ts' },
  }),
  'packages/api/src/client/client.ts': '',
  'packages/api/src/files/search.ts': '',
  'packages/server/package.json': JSON.stringify({
    name: '@holdfast/server',
    exports: { './testkit/*': './testkit/*.ts' },
  }),
  [`${SERVER}/src/http/app.ts`]: `import '../files/search/search.ts'; import '../files/locks/lock.ts'`,
  [`${SERVER}/src/service/service.ts`]: `import '../http/app.ts'`,
  [`${SERVER}/src/service/service.test.ts`]: '',
  [`${SERVER}/testkit/servers/world.ts`]: `import '../../src/service/service.ts'; import '@holdfast/api/client'`,
  [`${SEARCH}/search.ts`]: `import './queries.ts'\nimport type { Found } from '@holdfast/api/files/search'`,
  [`${SEARCH}/queries.ts`]: '',
  [`${SEARCH}/words.test.ts`]: `import '@holdfast/server/testkit/servers/world'`,
  [`${SERVER}/src/files/locks/lock.ts`]: '',
  [`${SERVER}/src/files/locks/lock.test.ts`]: `import '@holdfast/server/testkit/servers/world'`,
  'packages/web/package.json': JSON.stringify({ name: '@holdfast/web' }),
  'packages/web/src/app/app.tsx': '',
  'packages/web/src/app/app.css': '',
  'packages/web/journeys/files.test.ts': '',
  'packages/web/journeys/share.test.ts': '',
  'meta/shape.test.ts': '',
  'meta/examples.test.ts': '',
  'docs/files.md': '',
  'package.json': '{}',
}
const { lookAtChange } = await import(new URL('../scripts/changed.mjs', import.meta.url).href)
const CORE = [
  'meta/shape.test.ts',
  `${SERVER}/src/service/service.test.ts`,
  'packages/web/journeys/files.test.ts',
]

describe('the tests that a change can reach', () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'holdfast changed-'))
  after(() => rmSync(dir, { recursive: true }))
  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(path.join(dir, file)), { recursive: true })
    writeFileSync(path.join(dir, file), text)
  }
  const git = (...args: string[]): void => {
    const who = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com']
    const { status, stderr } = spawnSync('git', [...who, ...args], { cwd: dir, encoding: 'utf8' })
    assert.equal(status, 0, stderr)
  }
  for (const [file, text] of Object.entries(TREE)) write(file, text)
  git('init', '--quiet', '--initial-branch=main')
  git('add', '.')
  git('commit', '--quiet', '--message=all')

  /** What runs, with why, when these files differ; the folder is as before afterwards. */
  async function choose(...files: string[]): Promise<Map<string, string> | string> {
    for (const file of files) write(file, `${TREE[file] ?? ''}\n\n`)
    const { all, tests } = await lookAtChange(dir)
    git('checkout', '--quiet', '.')
    git('clean', '--quiet', '--force', '-d')
    return all ?? tests
  }
  const chosen = async (...files: string[]): Promise<string[]> => {
    const found = await choose(...files)
    assert.ok(found instanceof Map, `${found}`)
    return [...found.keys()].filter((test) => found.get(test) !== 'runs always').sort()
  }

  it('are those of a core where nothing differs', async () => {
    assert.deepEqual(await choose(), new Map(CORE.map((test) => [test, 'runs always'])))
  })

  it('are told with the way to what differs', async () => {
    const found = await choose(`${SEARCH}/queries.ts`)
    assert.ok(found instanceof Map)
    assert.equal(found.get(`${SEARCH}/words.test.ts`), `reaches ${SEARCH}/queries.ts`)
    assert.equal(found.get('meta/shape.test.ts'), 'runs always')
  })

  it('are those beside it, and not all that start a service', async () => {
    assert.deepEqual(await chosen(`${SEARCH}/queries.ts`), [`${SEARCH}/words.test.ts`])
    assert.deepEqual(await chosen(`${SERVER}/src/files/locks/lock.ts`), [
      `${SERVER}/src/files/locks/lock.test.ts`,
    ])
  })

  it('reach the contract by its name, for types too', async () => {
    assert.deepEqual(await chosen('packages/api/src/files/search.ts'), [`${SEARCH}/words.test.ts`])
  })

  it('reach the testkit and what it imports of the contract', async () => {
    const both = [`${SERVER}/src/files/locks/lock.test.ts`, `${SEARCH}/words.test.ts`]
    assert.deepEqual(await chosen(`${SERVER}/testkit/servers/world.ts`), both)
    assert.deepEqual(await chosen('packages/api/src/client/client.ts'), both)
  })

  it('count if they differ themselves, or are new', async () => {
    const found = await choose('packages/web/journeys/share.test.ts')
    assert.ok(found instanceof Map)
    assert.equal(found.get('packages/web/journeys/share.test.ts'), 'was changed')
    assert.deepEqual(await chosen(`${SERVER}/src/files/new.test.ts`), [`${SERVER}/src/files/new.test.ts`])
  })

  it('reach what is used otherwise than by imports: the app in browsers, pages', async () => {
    const journeys = ['packages/web/journeys/files.test.ts', 'packages/web/journeys/share.test.ts']
    assert.deepEqual(await chosen('packages/web/src/app/app.tsx'), journeys)
    assert.deepEqual(await chosen('packages/web/src/app/app.css'), journeys)
    assert.deepEqual(await chosen('docs/files.md'), ['meta/examples.test.ts', 'meta/shape.test.ts'])
  })

  it('are all where nobody can tell', async () => {
    assert.equal(await choose('package.json'), 'package.json may concern any test')
  })
})
