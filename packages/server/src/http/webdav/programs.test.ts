import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createAppPassword } from '@holdfast/api/sign-in/app-passwords'
import { numbers } from '@holdfast/server/testkit/content/numbers'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, useWorld } from '@holdfast/server/testkit/servers/world'
import { plainBridge } from '@holdfast/server/testkit/webdav/plain-bridge'
import { runProgram } from '@holdfast/server/testkit/webdav/run-program'

/** Of a tree that goes up and down. */
const FILES = rounds(40, 2000)
/** As which service rclone takes this one: each kind of database with another one, and in the soak with all. */
const VENDORS = ['other', 'nextcloud', 'owncloud']
const TRIED = rounds(1, VENDORS.length)

for (const [place, stack] of STACKS.entries())
  describe(`programs of others on ${stack.name}`, { timeout: 600_000 }, () => {
    const world = useWorld(stack)
    let folder = ''
    before(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'programs-'))
    })
    after(() => rm(folder, { recursive: true }))

    async function makeTree(name: string): Promise<string> {
      const top = path.join(folder, name)
      const next = numbers(7)
      for (let n = 0; n < FILES; n++) {
        const inside = path.join(top, `folder ${n % 10}`, n % 3 === 0 ? 'ä #%&+' : 'deep/er')
        await mkdir(inside, { recursive: true })
        await writeFile(path.join(inside, `file ${n}.txt`), Buffer.alloc(next(20_000), `${n} `))
      }
      return top
    }

    for (const [n, vendor] of [...VENDORS, ...VENDORS].slice(place, place + TRIED).entries())
      it(`rclone, as for ${vendor}: up, down, the same, and nothing left to do`, async () => {
        const ann = await world.person()
        const env = { RCLONE_CONFIG: path.join(folder, 'none.conf'), RCLONE_WEBDAV_PASS: '' }
        const obscured = (await runProgram('rclone', ['obscure', PASSWORD], { env })).output.trim()
        const remote = `:webdav,vendor=${vendor},user="${ann.email}":/My files/tree`
        const rclone = async (...args: string[]) => {
          const options = [
            '--webdav-url',
            `${world.url}/dav`,
            '--webdav-pass',
            obscured,
            '--no-check-certificate',
          ]
          const run = await runProgram('rclone', [...args, ...options, '--stats-one-line', '-v'], { env })
          assert.equal(run.code, 0, run.output)
          return run.output
        }
        const [up, down] = [await makeTree(`up ${n}`), path.join(folder, `down ${n}`)]
        await rclone('copy', up, remote)
        await rclone('check', up, remote, '--download')
        await rclone('copy', remote, down)
        await rclone('check', up, down)
        const again = await rclone('sync', up, remote, ...(vendor === 'other' ? ['--size-only'] : []))
        assert.doesNotMatch(again, /: Copied|: Deleted|: Updated/)
        await rclone('move', `${remote}/folder 1`, `${remote}/folder moved`)
        assert.match(await rclone('lsf', remote), /folder moved\//)
      })

    it('cadaver, by hand: put, get, lock, copy, move and delete', async () => {
      const ann = await world.person()
      await using bridge = await plainBridge(world.url)
      await writeFile(path.join(folder, 'note.txt'), 'by cadaver')
      const home = path.join(folder, 'cadaver')
      await mkdir(home, { recursive: true })
      const { username, password } = await ann.call(createAppPassword, { person_id: ann.id, name: 'cadaver' })
      const login = `machine 127.0.0.1\nlogin ${username}\npassword ${password}\n`
      await writeFile(path.join(home, '.netrc'), login, { mode: 0o600 })
      const input = [
        'cd "My files"',
        'mkcol docs',
        'put note.txt docs/note.txt',
        'lock docs/note.txt',
        'unlock docs/note.txt',
        'copy docs/note.txt docs/second.txt',
        'move docs/second.txt docs/third.txt',
        'delete docs/note.txt',
        'get docs/third.txt back.txt',
        'ls docs',
        'quit',
      ].join('\n')
      const run = await runProgram('cadaver', ['--tolerant', `${bridge.url}/dav/`], {
        cwd: folder,
        env: { HOME: home },
        input: `${input}\n`,
      })
      assert.doesNotMatch(run.output, /failed|Could not/i, run.output)
      assert.equal(await readFile(path.join(folder, 'back.txt'), 'utf8'), 'by cadaver')
      assert.match(run.output, /third\.txt/)
    })
  })
