import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { makeBucket } from '@holdfast/server/testkit/servers/buckets'
import type { Child } from '@holdfast/server/testkit/servers/children'
import { startServing } from '@holdfast/server/testkit/servers/command-line'
import { environment } from '@holdfast/server/testkit/servers/environment'
import { freePort } from '@holdfast/server/testkit/servers/free-port'
import { OtherRoot, signalInside } from '@holdfast/server/testkit/servers/other-root'
import { makeTempDir } from '@holdfast/server/testkit/servers/stacks'

// Minutes, and root: only in `npm run soak`, or by `npm run soak -- meta/installed`.
const skip = rounds(0, 1) === 0 ? 'for npm run soak' : process.getuid?.() !== 0 && 'only root can'
const ROOT = path.resolve(import.meta.dirname, '..')
const PACKAGES = path.join(ROOT, 'dist/packages')
const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'))
const DEBIAN = process.arch === 'x64' ? 'amd64' : process.arch
const TARBALL = `holdfast-${version}-linux-${process.arch}`
const DEB = `holdfast_${version}_${DEBIAN}.deb`
const AGENT_DEB = `holdfast-agent_${version}_${DEBIAN}.deb`
const run = promisify(execFile)
const MUCH_OUTPUT = { maxBuffer: 64 * 1024 * 1024 }

describe('on a fresh Debian machine without Node', { skip }, () => {
  let folder: string
  let base: string
  before(async () => {
    folder = await mkdtemp('/var/tmp/holdfast-installed-')
    base = path.join(folder, 'base.tar')
    await run('mmdebstrap', ['--quiet', '--variant=minbase', '--include=adduser', 'bookworm', base])
    await run(process.execPath, ['scripts/package.mjs'], { cwd: ROOT })
  })
  after(() => rm(folder, { recursive: true, force: true }))

  async function freshMachine(name: string): Promise<OtherRoot> {
    const machine = new OtherRoot(path.join(folder, name))
    mkdirSync(machine.folder)
    await run('tar', ['-xf', base, '-C', machine.folder])
    await assert.rejects(machine.run(['node', '--version']), { code: 127 })
    return machine
  }

  /** Signs in, makes a folder, uploads, downloads and compares; then looks at the page for browsers. */
  async function useIt(service: Child, certificate: string, password?: string): Promise<string> {
    const url = /https:[^\s"]+/.exec(await service.saying(/is running at/))?.[0] ?? ''
    const shown = password ?? (await firstPassword(service, path.dirname(certificate)))
    const env = {
      PATH: process.env.PATH,
      HF_URL: url,
      HF_EMAIL: 'admin@localhost',
      HF_PASSWORD: shown,
      CURL_CA: certificate,
    }
    const { stdout } = await run('bash', ['examples/first-call.sh'], { cwd: ROOT, env })
    assert.match(stdout, /\nThe download is what was uploaded\.\n$/)
    const page = await run('curl', ['-sf', '--cacert', certificate, `${url}/`])
    assert.match(page.stdout, /<title>[^<]*Holdfast/)
    const docs = await run('curl', ['-sf', '--cacert', certificate, `${url}/docs/install`])
    assert.match(docs.stdout, new RegExp(`<footer>Holdfast ${version}</footer>`))
    return shown
  }

  /** From the file that a line of the log names, in the folder of the service's data. */
  async function firstPassword(service: Child, data: string): Promise<string> {
    const { file } = JSON.parse(await service.saying(/The first account/))
    const text = readFileSync(path.join(data, path.basename(file)), 'utf8')
    assert.match(text, /holdfast admin reset-password <email>/)
    return /^Password: +(\S+)$/m.exec(text)?.[1] ?? assert.fail(text)
  }

  async function stopped(service: Child): Promise<void> {
    await signalInside(service, 'SIGTERM')
    assert.equal(await service.ended, 0)
  }

  describe('the Debian package', () => {
    let machine: OtherRoot
    let password: string
    const install = () =>
      machine.run(['apt-get', 'install', '-y', '--no-install-recommends', '--reinstall', `/tmp/${DEB}`])
    const data = (name = '') => machine.at('var/lib/holdfast', name)
    before(async () => {
      machine = await freshMachine('debian')
      copyFileSync(path.join(PACKAGES, DEB), machine.at('tmp', DEB))
      await install()
      appendFileSync(machine.at('etc/holdfast.env'), '\nHOLDFAST_PORT=0\n')
    })

    /** As systemd would: by what the unit says. */
    async function startUnit(): Promise<Child> {
      const unit = readFileSync(machine.at('usr/lib/systemd/system/holdfast.service'), 'utf8')
      const said = (name: string) => new RegExp(`^${name}=-?(.+)$`, 'm').exec(unit)?.[1] ?? assert.fail(name)
      const file = readFileSync(machine.at(said('EnvironmentFile')), 'utf8')
      const lines = [said('Environment'), ...file.split('\n').filter((line) => /^\w+=/.test(line))]
      const env = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)))
      return machine.start([said('ExecStart')], { env, user: await machine.findUser(said('User')) })
    }

    it('leaves settings that root and the service alone can read, and a folder that is the service’s', async () => {
      const { uid, gid } = (await machine.findUser('holdfast')) ?? assert.fail('no user')
      const facts = (file: string) => {
        const { uid: owner, gid: group, mode } = statSync(file)
        return [owner, group, mode & 0o777]
      }
      assert.deepEqual(facts(machine.at('etc/holdfast.env')), [0, gid, 0o640])
      assert.deepEqual(facts(data()), [uid, gid, 0o700])
      await machine.run(['test', '-L', '/etc/systemd/system/multi-user.target.wants/holdfast.service'])
      assert.equal(await machine.run(['dpkg', '--verify', 'holdfast']), '??5?????? c /etc/holdfast.env\n')
    })

    it('serves by its unit: signs in, uploads, shows a page, and ends cleanly', async () => {
      const service = await startUnit()
      password = await useIt(service, data('tls-cert.pem'))
      await stopped(service)
    })

    it('has a command that runs as the service, with its settings and data', async () => {
      assert.match(await machine.run(['holdfast', '--version']), new RegExp(`^Holdfast ${version} `))
      assert.match(await machine.run(['holdfast', 'verify']), /^No problems found/)
      const reset = await machine.run(['holdfast', 'admin', 'reset-password', 'admin@localhost'])
      password = /\b\w{5}(-\w{5}){3}\b/.exec(reset)?.[0] ?? assert.fail(reset)
      const { uid } = (await machine.findUser('holdfast')) ?? assert.fail('no user')
      // Written again: by root, the service could not read it any more.
      await machine.run(['holdfast', 'rotate-key'])
      assert.equal(statSync(data('master.key')).uid, uid)
      const stranger = { uid: 65534, gid: 65534 }
      assert.match(await machine.run(['holdfast', 'version'], { user: stranger }), /^Holdfast /)
      await assert.rejects(machine.run(['holdfast', 'verify'], { user: stranger }), /sudo holdfast verify/)
    })

    it('keeps settings and data when it is installed again, and when it is removed', async () => {
      await install()
      assert.match(readFileSync(machine.at('etc/holdfast.env'), 'utf8'), /^HOLDFAST_PORT=0$/m)
      await machine.run(['dpkg', '--remove', 'holdfast'])
      assert.ok(!existsSync(machine.at('usr/lib/holdfast')))
      assert.ok(existsSync(machine.at('etc/holdfast.env')) && existsSync(data('holdfast.db')))
      await install()
      const service = await startUnit()
      await useIt(service, data('tls-cert.pem'), password)
      await stopped(service)
    })

    it('keeps data when it is purged, unless the folder says that they are to go', async () => {
      assert.match(await machine.run(['dpkg', '--purge', 'holdfast']), /\/var\/lib\/holdfast is kept/)
      assert.ok(!existsSync(machine.at('etc/holdfast.env')) && existsSync(data('holdfast.db')))
      const before = await machine.findUser('holdfast')
      assert.equal(statSync(data('holdfast.db')).uid, before?.uid)
      await install()
      writeFileSync(data('delete-on-purge'), '')
      await machine.run(['dpkg', '--purge', 'holdfast'])
      assert.ok(!existsSync(data()))
      assert.equal(await machine.findUser('holdfast'), undefined)
    })
  })

  it('the Debian package of the agent syncs a file server, and keeps what it knows when it is purged', async () => {
    const machine = await freshMachine('agent')
    const serving = await startServing(await makeTempDir(), {
      HOLDFAST_ADMIN_EMAIL: 'admin@localhost',
      HOLDFAST_ADMIN_PASSWORD: 'correct horse battery',
    })
    writeFileSync(machine.at('etc/hosts'), '127.0.0.1 localhost\n')
    copyFileSync(path.join(PACKAGES, AGENT_DEB), machine.at('tmp', AGENT_DEB))
    await machine.run(['apt-get', 'install', '-y', '--no-install-recommends', `/tmp/${AGENT_DEB}`])
    assert.equal(await machine.run(['dpkg', '--verify', 'holdfast-agent']), '')
    const shell = (line: string) => machine.run(['sh', '-c', line])
    const agent = 'holdfast-agent --home /var/lib/holdfast-agent'
    const signIn =
      'login "$0" --email admin@localhost --password-stdin --folder /srv/files --fingerprint "$1"'
    const { fingerprint256 } = new X509Certificate(readFileSync(environment('TESTKIT_TLS_CERT')))
    await machine.run([
      ...['sh', '-c', `echo correct horse battery | ${agent} ${signIn}`],
      ...[serving.url, fingerprint256],
    ])
    await shell(`echo hello > "$(echo /srv/files/*)/hello.txt"; ${agent} sync`)
    assert.match(await shell(`${agent} ls own`), /hello\.txt/)
    // Its unit starts what the package brings, and where root signed in.
    const unit = readFileSync(machine.at('usr/lib/systemd/system/holdfast-agent.service'), 'utf8')
    assert.match(unit, /^ExecStart=\/usr\/bin\/holdfast-agent --home \/var\/lib\/holdfast-agent run$/m)
    assert.match(
      await machine.run(['dpkg', '--purge', 'holdfast-agent']),
      /\/var\/lib\/holdfast-agent is kept/,
    )
    assert.ok(existsSync(machine.at('var/lib/holdfast-agent/sign-in.json')))
    assert.ok(!existsSync(machine.at('usr/lib/holdfast-agent')))
    await serving.stop()
  })

  it('the tarball runs where it is unpacked, for anybody', async () => {
    const machine = await freshMachine('tarball')
    const user = { uid: 4321, gid: 4321 }
    await run('tar', ['-xzf', path.join(PACKAGES, `${TARBALL}.tar.gz`), '-C', machine.at('opt')])
    await machine.run(['install', '-d', '-o', '4321', '-m', '0700', '/srv/files'])
    const env = { HOLDFAST_DATA_DIR: '/srv/files', HOLDFAST_PORT: '0' }
    const service = machine.start([`/opt/${TARBALL}/bin/holdfast`], { env, user })
    await useIt(service, machine.at('srv/files/tls-cert.pem'))
    await stopped(service)
  })

  it('the image is built from the Dockerfile, and serves from its root as its settings say', async () => {
    const places = ['--root', path.join(folder, 'store'), '--runroot', path.join(folder, 'runs')]
    const buildah = async (...args: string[]) =>
      (await run('buildah', ['--storage-driver', 'vfs', ...places, ...args], MUCH_OUTPUT)).stdout.trim()
    const container = await buildah('from', 'scratch')
    await buildah('add', container, base, '/')
    await buildah('commit', container, 'localhost/debian')
    // Nothing is fetched: the image of Node is one with ours, and what is installed here is lent to it.
    await buildah('add', container, process.execPath, '/usr/local/bin/node')
    await buildah('commit', container, 'localhost/node')
    const images = ['--build-arg=BASE_IMAGE=localhost/debian', '--build-arg=BUILD_IMAGE=localhost/node']
    const lent = `--volume=${path.join(ROOT, 'node_modules')}:/src/node_modules:ro`
    const options = ['--isolation=chroot', '--format=docker', '--tag=localhost/holdfast', ...images, lent]
    await buildah('build', ...options, ROOT)

    const inspected = JSON.parse(await buildah('inspect', '--type', 'image', 'localhost/holdfast'))
    const { User, Env, Entrypoint, Cmd, Volumes, StopSignal, Healthcheck } = inspected.Docker.config
    assert.deepEqual([User, StopSignal], ['10001:10001', 'SIGTERM'])
    assert.deepEqual(Volumes, { '/var/lib/holdfast': {} })
    const machine = new OtherRoot(await buildah('mount', await buildah('from', 'localhost/holdfast')))
    assert.ok(!existsSync(machine.at('src/package.json')) && !existsSync(machine.at('usr/local/bin/node')))

    // As in compose.yaml: what is secret comes as a file.
    const { bucket, endpoint, region } = await makeBucket(`image-${process.pid}`)
    const secrets = {
      HOLDFAST_ADMIN_PASSWORD: 'given-by-a-file',
      AWS_ACCESS_KEY_ID: environment('TESTKIT_S3_ACCESS_KEY'),
      AWS_SECRET_ACCESS_KEY: environment('TESTKIT_S3_SECRET_KEY'),
    }
    mkdirSync(machine.at('run/secrets'), { recursive: true })
    const lines = Object.entries(secrets).map(([name, value]) => `${name}=${value}\n`)
    writeFileSync(machine.at('run/secrets/holdfast.env'), lines.join(''))
    const port = String(await freePort())
    const env = {
      ...Object.fromEntries(Env.map((line: string) => line.split(/=(.*)/s).slice(0, 2))),
      HOLDFAST_PORT: port,
      HOLDFAST_BASE_URL: `https://localhost:${port}`,
      HOLDFAST_BLOBS_URL: `s3://${bucket}/blobs?endpoint=${endpoint}&region=${region}`,
    }
    const inside = { env, user: { uid: 10001, gid: 10001 } }
    const command = [...Entrypoint, '--env-file', '/run/secrets/holdfast.env', ...Cmd]
    const service = machine.start(command, inside)
    await useIt(service, machine.at('var/lib/holdfast/tls-cert.pem'), secrets.HOLDFAST_ADMIN_PASSWORD)
    const [, ...check] = Healthcheck.Test
    await machine.run(check, inside)
    await stopped(service)
    await assert.rejects(machine.run(check, inside), { code: 1 })
  })
})
