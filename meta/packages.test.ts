import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { quickFolder } from '@holdfast/server/testkit/servers/quick-folder'
import { SETTINGS } from '../packages/server/src/platform/config/settings.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const ANALYZER = '/usr/bin/systemd-analyze'
/** The exposure that systemd's own judge may see in the unit, of 100. */
const MOST_EXPOSED = '20'
const run = promisify(execFile)
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8')
const script = (name: string) => import(new URL(`../scripts/${name}`, import.meta.url).href)
const { version } = JSON.parse(read('package.json'))

/** What the releases of libraries that the package asks for have: gcc.gnu.org/onlinedocs/libstdc++/manual/abi.html */
const PROMISED: Record<string, number[]> = { GLIBC: [2, 34], GLIBCXX: [3, 4, 29] }

/** What a program asks of the system's libraries that is newer than promised. */
const beyond = (program: Buffer): string[] =>
  [...program.toString('latin1').matchAll(/\b(GLIBC|GLIBCXX)_(\d+(?:\.\d+)+)/g)]
    .filter(([, library = '', version = '']) =>
      isNewer(version.split('.').map(Number), PROMISED[library] ?? []),
    )
    .map(([symbol]) => symbol)

const isNewer = (a: number[], b: number[]): boolean => {
  const at = a.findIndex((part, n) => part !== (b[n] ?? 0))
  return at !== -1 && (a[at] ?? 0) > (b[at] ?? 0)
}

describe('the packages', () => {
  let folder: string
  let tree: string
  let root: string
  let files: string[]
  before(async () => {
    folder = await mkdtemp(path.join(quickFolder(), 'holdfast-packages-'))
    tree = path.join(folder, 'tree')
    root = path.join(folder, 'root')
    const [{ makeTree }, { makeDebianRoot }] = [
      await script('package-tree.mjs'),
      await script('package-deb.mjs'),
    ]
    makeTree(tree)
    makeDebianRoot(tree, root)
    files = globSync('**/*', { cwd: tree, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(tree, path.join(entry.parentPath, entry.name)))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  it('bring the program, its Node, the app, the documentation and the agent, and nothing to build with', () => {
    const platform = `linux-${process.arch}`
    const modules = globSync(['*', '@*/*'], { cwd: path.join(tree, 'node_modules') }).sort()
    assert.deepEqual(
      modules.filter((name) => !/^@[^/]+$/.test(name)),
      [
        '@img/colour',
        `@img/sharp-libvips-${platform}`,
        `@img/sharp-${platform}`,
        '@node-rs/argon2',
        `@node-rs/argon2-${platform}-gnu`,
        'better-sqlite3',
        'detect-libc',
        'semver',
        'sharp',
      ].sort(),
    )
    for (const part of [
      'bin/node',
      'dist/main.js',
      'dist/backup-process.js',
      'dist/thumbnail-process.js',
      'dist/verify-process.js',
      'dist/web/app.json',
      'dist/pages/upload.js',
      'dist/pages/docs-search.js',
      'dist/docs/site.json',
      'dist/docs/assets/start.br',
      'dist/docs/install.br',
      'dist/docs/pictures/files.png',
      'dist/agent/holdfast-agent.mjs',
      'dist/agent/install.sh',
      'dist/agent/release',
      'dist/agent/release.sig',
      `dist/agent/node-${platform}.gz`,
    ])
      assert.ok(files.includes(part), part)
    const keys = files.filter((file) =>
      readFileSync(path.join(tree, file)).includes('BEGIN PRIVATE KEY-----\nMC4'),
    )
    assert.deepEqual(keys, [], 'the key that signs agents stays with whoever builds')
    const odd = files.filter((file) => /\.(map|[cm]?ts|cc|cpp|gyp)$|esbuild|typescript/.test(file))
    assert.deepEqual(odd, [])
    const foreign = files.filter((file) => /\.(node|so[.\d]*)$/.test(file) && /darwin|win32|musl/.test(file))
    assert.deepEqual(foreign, [])
    assert.match(readFileSync(path.join(tree, 'licenses.txt'), 'utf8'), /^fastify [\d.]+: MIT$/m)
  })

  it('run by themselves, whatever else the machine has', async () => {
    const holdfast = (...args: string[]) =>
      run(path.join(tree, 'bin/holdfast'), args, { env: { PATH: '/usr/bin:/bin' } })
    assert.match(
      (await holdfast('--version')).stdout,
      new RegExp(`^Holdfast ${version} \\(API [\\d.]+, Node 24\\.`),
    )
    const help = (await holdfast('help')).stdout
    assert.match(help, /^Usage: holdfast \[--env-file <file>\] <command>$/m)
    assert.doesNotMatch(help, /npm|npx/)
    const modules =
      "for (const name of ['better-sqlite3', '@node-rs/argon2', 'sharp']) require(name); new (require('better-sqlite3'))(':memory:')"
    await run(path.join(tree, 'bin/node'), ['-e', modules], { cwd: tree, env: {} })
  })

  it('start the program with the limits of memory that a clone does', () => {
    const limits = (text: string) => text.match(/--[\w-]+=\d+|^export MALLOC_.*$/gm)
    const packaged = limits(readFileSync(path.join(tree, 'bin/holdfast'), 'utf8'))
    assert.equal(packaged?.length, 2)
    assert.deepEqual(limits(read('scripts/holdfast')), packaged)
  })

  it('ask for libraries that have all that their programs want', () => {
    const programs = files.filter((file) => file === 'bin/node' || /\.(node|so[.\d]*)$/.test(file))
    assert.ok(programs.length >= 5, programs.join())
    const others = globSync('node_modules/better-sqlite3/prebuilds/linux-*.node', { cwd: ROOT })
    const all = [
      ...programs.map((name) => path.join(tree, name)),
      ...others.map((name) => path.join(ROOT, name)),
    ]
    for (const file of all) assert.deepEqual(beyond(readFileSync(file)), [], file)
    assert.match(control('Depends'), /\blibc6 \(>= 2\.34\), libstdc\+\+6 \(>= 11\)/)
  })

  const control = (field: string): string =>
    new RegExp(`^${field}: (.*)$`, 'm').exec(readFileSync(path.join(root, 'DEBIAN/control'), 'utf8'))?.[1] ??
    ''

  it('have one version, that of the program', () => {
    for (const file of globSync('packages/{server,web,agent,api}/package.json', { cwd: ROOT }))
      assert.equal(JSON.parse(read(file)).version, version, file)
    assert.equal(control('Version'), version)
    assert.equal(control('Architecture'), process.arch === 'x64' ? 'amd64' : process.arch)
    assert.match(read('compose.yaml'), new RegExp(`image: holdfast:${version}$`, 'm'))
  })

  it('put the settings where only root and the service read them, and nothing of people’s data anywhere', () => {
    assert.equal(readFileSync(path.join(root, 'DEBIAN/conffiles'), 'utf8'), '/etc/holdfast.env\n')
    assert.equal(statSync(path.join(root, 'etc/holdfast.env')).mode & 0o777, 0o600)
    assert.deepEqual(readdirSync(root).sort(), ['DEBIAN', 'etc', 'usr'])
    for (const name of [
      'postinst',
      'prerm',
      'postrm',
      '../usr/bin/holdfast',
      '../usr/lib/holdfast/bin/holdfast',
    ])
      assert.equal(statSync(path.join(root, 'DEBIAN', name)).mode & 0o777, 0o755, name)
  })

  it('can be read by the user of the service, however the clone is kept', async () => {
    const { openToAll } = await script('package-tree.mjs')
    const [closed, program] = [path.join(folder, 'closed'), path.join(folder, 'closed/bin/program')]
    mkdirSync(path.dirname(program), { recursive: true, mode: 0o700 })
    writeFileSync(program, '', { mode: 0o700 })
    writeFileSync(path.join(closed, 'text'), '', { mode: 0o600 })
    openToAll(closed)
    const modes = ['bin', 'bin/program', 'text'].map((name) => statSync(path.join(closed, name)).mode & 0o777)
    assert.deepEqual(modes, [0o755, 0o755, 0o644])
  })

  it('know no setting that does not exist', () => {
    const texts = ['Dockerfile', 'compose.yaml', ...globSync('packaging/**/*', { cwd: ROOT })].filter(
      (file) => statSync(path.join(ROOT, file)).isFile(),
    )
    const named = texts.flatMap((file) => read(file).match(/\bHOLDFAST_[A-Z_]+/g) ?? [])
    assert.ok(named.length > 10)
    assert.deepEqual(
      [...new Set(named)].filter((name) => !(name in SETTINGS)),
      [],
    )
  })

  it('come with a compose file whose secrets its script makes, once', async () => {
    const place = path.join(folder, 'clone')
    mkdirSync(path.join(place, 'packaging'), { recursive: true })
    writeFileSync(path.join(place, 'packaging/compose-secrets'), read('packaging/compose-secrets'))
    const make = async (): Promise<string[]> => {
      await run('sh', [path.join(place, 'packaging/compose-secrets')])
      const named = new Set(read('compose.yaml').match(/\bsecrets\/[\w.-]+/g))
      assert.ok(named.size > 0)
      return [...named].map((file) => readFileSync(path.join(place, file), 'utf8'))
    }
    const made = await make()
    assert.deepEqual(await make(), made)
    assert.equal(statSync(path.join(place, 'secrets')).mode & 0o777, 0o700)
  })

  it('have a unit that systemd understands and finds well guarded', {
    skip: !existsSync(ANALYZER),
  }, async () => {
    const unit = path.join(root, 'usr/lib/systemd/system/holdfast.service')
    const text = readFileSync(unit, 'utf8')
    const started = /^ExecStart=(\S+)$/m.exec(text)?.[1] ?? assert.fail(text)
    const here = path.join(folder, 'holdfast.service')
    writeFileSync(here, text.replace(started, path.join(root, started)))
    const { stdout, stderr } = await run(ANALYZER, ['verify', '--man=no', here])
    assert.equal(stdout + stderr, '')
    await run(ANALYZER, ['security', '--offline=true', `--threshold=${MOST_EXPOSED}`, here])
  })

  describe('that of the agent', () => {
    let agent: string
    before(async () => {
      agent = path.join(folder, 'agent')
      const { makeAgentDebianRoot } = await script('package-agent-deb.mjs')
      makeAgentDebianRoot(agent)
    })

    it('runs by the Node that it brings, and leaves updates to the next package', async () => {
      const command = path.join(agent, 'usr/bin/holdfast-agent')
      const { stdout } = await run(command, ['version'], { env: { PATH: '/usr/bin:/bin' } })
      assert.match(stdout, new RegExp(`^holdfast-agent ${version} \\(Node 24\\.`))
      const field = (name: string) =>
        new RegExp(`^${name}: (.*)$`, 'm').exec(readFileSync(path.join(agent, 'DEBIAN/control'), 'utf8'))?.[1]
      assert.deepEqual([field('Package'), field('Version')], ['holdfast-agent', version])
      assert.equal(field('Depends'), 'libc6 (>= 2.34), libstdc++6 (>= 11)')
      assert.match(
        readFileSync(path.join(agent, 'usr/share/doc/holdfast-agent/copyright'), 'utf8'),
        /^ws [\d.]+: MIT$/m,
      )
    })

    it('has units that systemd understands, for people and for file servers', {
      skip: !existsSync(ANALYZER),
    }, async () => {
      for (const kind of ['user', 'system']) {
        const text = readFileSync(path.join(agent, `usr/lib/systemd/${kind}/holdfast-agent.service`), 'utf8')
        const here = path.join(folder, 'holdfast-agent.service')
        writeFileSync(here, text.replace('/usr/bin/', path.join(agent, 'usr/bin/')))
        const { stdout, stderr } = await run(ANALYZER, ['verify', '--man=no', here])
        assert.equal(stdout + stderr, '', kind)
      }
    })
  })

  it('come with the release notes', async () => {
    const { releaseNotes } = await script('release-notes.mjs')
    assert.equal(readFileSync(path.join(tree, 'release-notes.md'), 'utf8'), releaseNotes())
    const news = readFileSync(path.join(root, 'usr/share/doc/holdfast/NEWS.md'), 'utf8')
    assert.match(news, new RegExp(`^# Holdfast ${version}\n`))
  })
})
