import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { SPECIFICATION } from '@holdfast/api/specification'
import { environment } from '@holdfast/server/testkit/servers/environment'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, useWorld } from '@holdfast/server/testkit/servers/world'
import { SETTINGS } from '../packages/server/src/platform/config/settings.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const SCRIPT = 'examples/first-call.sh'
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8')
const find = (pattern: string | string[]): string[] => globSync(pattern, { cwd: ROOT }).sort()
const PAGES = find(['*.md', 'docs/**/*.md', 'changelog/**/*.md'])
const ADRS = find('docs/adr/[0-9]*.md')

const quoted = (text: string): string[] => [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)

// What the program makes when it is installed or run.
const MADE_LATER = /^(data|dist|node_modules)(\/|$)/
// Pages about the code may leave out the folders that all of it is in.
const BASES = ['', 'packages/server/src', 'packages/api/src']

const isPath = (code: string): boolean =>
  !MADE_LATER.test(code) &&
  (/^[\w.*-]+(\/[\w.*-]+)*\.(ts|mjs|cjs|md|sh|json)$/.test(code) ||
    /^[a-z.][\w.-]*(\/[\w.*-]+)*\/$/.test(code))

/** A name without a folder is that of files found in many. */
const exists = (name: string): boolean =>
  BASES.some((base) => find(path.posix.join(base, name.replace(/\/$/, ''))).length > 0) ||
  (!name.includes('/') && find(`packages/*/src/**/${name}`).length > 0)

describe('the pages', () => {
  for (const page of PAGES)
    describe(page, () => {
      const text = read(page)

      it('name files and folders that exist', () => {
        assert.deepEqual(
          quoted(text)
            .filter(isPath)
            .filter((name) => !exists(name)),
          [],
        )
      })

      it('link to files that exist', () => {
        const links = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, target = '']) => target)
        const local = links.filter((target) => !/^\w+:/.test(target))
        const gone = local.filter((target) => !existsSync(path.join(ROOT, path.dirname(page), target)))
        assert.deepEqual(gone, [])
      })
    })

  it('know no setting that does not exist', () => {
    const ofExamples =
      read(SCRIPT)
        .match(/\$\{HOLDFAST_\w+/g)
        ?.map((name) => name.slice(2)) ?? []
    const ofBuild = find('scripts/*.mjs').flatMap(
      (file) => read(file).match(/(?<=\bprocess\.env\.)HOLDFAST_\w+/g) ?? [],
    )
    const known = new Set([...Object.keys(SETTINGS), ...ofExamples, ...ofBuild])
    for (const page of [...PAGES, ...find('examples/**/*.*')])
      for (const [name] of read(page).matchAll(/\bHOLDFAST_[A-Z]\w*/g))
        assert.ok(known.has(name), `${page}: ${name}`)
  })

  it('are cited by the code under numbers that they have', () => {
    const numbers = new Set(ADRS.map((file) => path.basename(file).slice(0, 4)))
    for (const file of find(['packages/*/{src,testkit}/**/*.ts', 'scripts/*', 'meta/*.ts']))
      for (const [, number = ''] of read(file).matchAll(/\bADR (\d{4})/g))
        assert.ok(numbers.has(number), file)
  })
})

describe('the README', () => {
  it('can be read in a minute or two', () => {
    assert.ok(read('README.md').split('\n').length <= 120)
  })
})

describe('the page of settings', () => {
  const rows = [...read('docs/settings.md').matchAll(/^\| `(HOLDFAST_\w+)` \| (.+?) \|/gm)].map(
    ([, name = '', fallback = '']) => [name, fallback] as const,
  )

  it('has every setting, in the order of the program', () => {
    assert.deepEqual(
      rows.map(([name]) => name),
      Object.keys(SETTINGS),
    )
  })

  for (const [name, setting] of Object.entries(SETTINGS))
    it(`tells the default of ${name}`, () => {
      const told = new Map(rows).get(name)
      if ('fallback' in setting) assert.equal(told, `\`${setting.fallback}\``)
      // Where the program decides, words say how; a lone value in backticks would be taken for the default.
      else assert.doesNotMatch(told ?? '``', /^`[^`]*`$/)
    })
})

describe('the page of first calls', () => {
  const page = read('docs/api.md')

  it('counts the operations right', () => {
    const served = SPECIFICATION.filter(({ status }) => status === 'implemented').length
    const counted = page.replace(/\s+/g, ' ').match(/has (\d+) operations, and all of them are served/)
    assert.deepEqual([Number(counted?.[1]), served], [SPECIFICATION.length, SPECIFICATION.length])
  })

  it('shows lines of the example as they are there', () => {
    const lines = new Set(read(SCRIPT).split('\n'))
    const shown = [...page.matchAll(/^```bash\n(.*?)^```/gms)].flatMap(([, block = '']) =>
      block.trimEnd().split('\n'),
    )
    assert.ok(shown.length > 0)
    assert.deepEqual(
      shown.filter((line) => !lines.has(line)),
      [],
    )
  })
})

describe('the entries of the changelog', () => {
  it('have a number and begin with their kind', () => {
    for (const file of find('changelog/unreleased/*')) {
      assert.match(path.basename(file), /^\d{4}-[a-z0-9-]+\.md$/)
      assert.match(read(file), /^(Feature|Change|Fix|Security): \S/, file)
    }
  })
})

describe(SCRIPT, () => {
  const world = useWorld(STACKS[0] as Stack)
  // Not the synchronous form: the server answers from this very process.
  const run = (password: string) =>
    promisify(execFile)('bash', [path.join(ROOT, SCRIPT)], {
      env: {
        PATH: environment('PATH'),
        HF_URL: world.url,
        HF_EMAIL: 'admin@localhost',
        HF_PASSWORD: password,
        CURL_CA: environment('TESTKIT_TLS_CERT'),
      },
    })

  it('comes to its end, any number of times', async () => {
    for (let n = 0; n < 2; n++) {
      const { stdout, stderr } = await run(PASSWORD)
      assert.match(stdout, /\nThe download is what was uploaded\.\n$/)
      assert.equal(stderr, '')
    }
  })

  it('fails on a refusal, and shows it', async () => {
    await assert.rejects(run('not the password'), { code: 1, stderr: /"error":"invalid_grant"/ })
  })
})
