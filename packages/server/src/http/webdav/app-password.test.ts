import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listRootChildren } from '@holdfast/api/files/files'
import { undoChanges } from '@holdfast/api/files/history-undo'
import { createAppPassword, endAppPassword } from '@holdfast/api/sign-in/app-passwords'
import { rawSql } from '@holdfast/server/testkit/database/raw-sql'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'
import { DavProgram } from '@holdfast/server/testkit/webdav/dav-program'

const HOME = '/My files'

for (const stack of STACKS)
  describe(`a program with an app password on ${stack.name}`, () => {
    const world = useWorld(stack)

    async function begin() {
      const organizationId = await world.organization({ user_rollback: true })
      const ann = await world.person({ organizationId })
      await ann.upload('kept.txt', 'before')
      const made = await ann.call(createAppPassword, { person_id: ann.id, name: 'Finder' })
      return { ann, made, program: new DavProgram(world, ann.email, made.password) }
    }

    it('works until the app password is ended, which opens nothing else', async () => {
      const { ann, made, program } = await begin()
      assert.equal((await program.put(`${HOME}/a.txt`, 'one')).status, 201)
      const authorization = `Basic ${Buffer.from(`${ann.email}:${made.password}`).toString('base64')}`
      const api = await fetch(`${world.url}/api/2/person`, { headers: { authorization } })
      assert.equal(api.status, 401)
      const bearer = await fetch(`${world.url}/dav/`, {
        method: 'PROPFIND',
        headers: { ...ann.bearer, depth: '0' },
      })
      assert.equal(bearer.status, 401)
      await ann.call(endAppPassword, { person_id: ann.id, app_password_id: made.id })
      assert.equal((await program.put(`${HOME}/a.txt`, 'two')).status, 401)
    })

    it('is a device, whose changes can be undone', async () => {
      const { ann, made, program } = await begin()
      const { machine_id } = made
      await program.put(`${HOME}/kept.txt`, 'after')
      await program.put(`${HOME}/new.txt`, 'new')
      await program.move(`${HOME}/kept.txt`, `${HOME}/renamed.txt`)
      await ann.call(undoChanges, { root_id: ann.rootId, from_seq: 1, machine_id })
      const { results } = await ann.call(listRootChildren, { root_id: ann.rootId, include_deleted: false })
      assert.deepEqual(
        results.map(({ name }) => name),
        ['kept.txt'],
      )
      assert.equal((await program.send('GET', `${HOME}/kept.txt`)).body, 'before')
    })

    it('reads on while it is paused, and is told to come back with what it would change', async () => {
      const { made, program } = await begin()
      await rawSql(world.service.ctx.db, `update session set paused_by = 1 where id = ${made.id}`)
      assert.equal((await program.send('GET', `${HOME}/kept.txt`)).body, 'before')
      assert.deepEqual(await program.list(HOME), ['/dav/My files/kept.txt'])
      const changes = [
        () => program.put(`${HOME}/a.txt`, 'one'),
        () => program.put(`${HOME}/kept.txt`, 'one'),
        () => program.put(`${HOME}/a.tmp`, 'one'),
        () => program.send('DELETE', `${HOME}/kept.txt`),
        () => program.send('MKCOL', `${HOME}/folder`),
        () => program.move(`${HOME}/kept.txt`, `${HOME}/b.txt`),
        () => program.copy(`${HOME}/kept.txt`, `${HOME}/b.txt`),
        async () => (await program.lock(`${HOME}/kept.txt`)).answer,
        async () => (await program.lock(`${HOME}/free.txt`)).answer,
      ]
      for (const [n, change] of changes.entries()) {
        const { status, headers } = await change()
        assert.equal(status, 503, `change ${n}`)
        assert.ok(Number(headers.get('retry-after')) > 0)
      }
    })

    it('comes in nowhere where the organization does not want it, or the person is kept out', async () => {
      const organizationId = await world.organization({ webdav_enabled: false })
      const ann = await world.person({ organizationId })
      const program = new DavProgram(world, ann.email)
      const { status, body } = await program.send('PROPFIND', '/', { headers: { depth: '0' } })
      assert.equal(status, 403)
      assert.match(body, /<s:message>[^<]+<\/s:message>/)
    })
  })
