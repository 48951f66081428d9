import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { listRootChildren } from '@holdfast/api/files/files'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, useWorld } from '@holdfast/server/testkit/servers/world'

const ROOT = path.resolve(import.meta.dirname, '..')
const README = readFileSync(path.join(ROOT, 'packages/api/README.md'), 'utf8')
const PROGRAM = /```js\n(.*?)```/s.exec(README)?.[1] ?? ''
/** The Node that the project brings, and the system's, which is older. */
const NODES = [process.execPath, '/usr/bin/node']
const run = promisify(execFile)

describe('the package @holdfast/api, installed into an empty project', () => {
  const world = useWorld(STACKS[0] as Stack)
  let folder: string
  let project: string

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'holdfast-package-'))
    project = path.join(folder, 'project')
    mkdirSync(project)
    writeFileSync(path.join(project, 'package.json'), '{ "type": "module", "private": true }')
    writeFileSync(path.join(project, 'upload.js'), PROGRAM)
    writeFileSync(path.join(project, 'upload.ts'), PROGRAM)
    const packing = await run(process.execPath, ['scripts/package-api.mjs', folder], { cwd: ROOT })
    const tarball = packing.stdout.trim()
    // Its dependency is taken from here, so that nothing has to be fetched.
    const typebox = path.join(ROOT, 'node_modules/typebox')
    const options = ['--offline', '--install-links', '--ignore-scripts', '--no-audit', '--no-fund']
    await run('npm', ['install', ...options, typebox, tarball], { cwd: project })
  })
  after(() => rm(folder, { recursive: true, force: true }))

  for (const node of NODES)
    describe(`on the Node at ${path.relative(ROOT, node)}`, { skip: !existsSync(node) }, () => {
      it('runs the program of its README', async () => {
        const person = await world.person()
        const env = { ...process.env, HF_URL: world.url, HF_EMAIL: person.email, HF_PASSWORD: PASSWORD }
        const { stdout } = await run(node, ['upload.js'], { cwd: project, env })
        assert.equal(stdout, '/hello.txt has 6 bytes\n')
        const { results } = await person.call(listRootChildren, { root_id: person.rootId })
        assert.deepEqual(
          results.map((item) => item.name),
          ['hello.txt'],
        )
      })

      it('loads whole', async () => {
        const sources = readdirSync(path.join(ROOT, 'packages/api/src'), { recursive: true })
        const modules = sources
          .map(String)
          .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
        const imports = modules.map((file) => `await import('@holdfast/api/${file.slice(0, -3)}')`)
        const program = [...imports, "console.log('loaded')"].join('\n')
        const { stdout } = await run(node, ['--input-type=module', '-e', program], { cwd: project })
        assert.deepEqual([stdout, modules.length > 20], ['loaded\n', true])
      })
    })

  it('is typed for the program of its README', async () => {
    const wrong = PROGRAM.replace('root_id, file', "root_id: 'two', file").replace(
      'const file',
      '// @ts-expect-error: ids are numbers\nconst file',
    )
    assert.notEqual(wrong, PROGRAM)
    writeFileSync(path.join(project, 'wrong.ts'), wrong)
    const compilerOptions = {
      module: 'nodenext',
      target: 'es2022',
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: ['node'],
      typeRoots: [path.join(ROOT, 'node_modules/@types')],
    }
    const config = { compilerOptions, files: ['upload.ts', 'wrong.ts'] }
    writeFileSync(path.join(project, 'tsconfig.json'), JSON.stringify(config))
    const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc')
    await run(process.execPath, [tsc, '-p', project])
  })
})
