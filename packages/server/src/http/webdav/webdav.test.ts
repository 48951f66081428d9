import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { updateOrganizationPolicy } from '@holdfast/api/accounts/organizations'
import type { OrganizationId } from '@holdfast/api/ids'
import { createShare, type PersonSubscription } from '@holdfast/api/sharing/shares'
import { makePile } from '@holdfast/server/testkit/content/piles'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'
import { DavProgram, EXCLUSIVE } from '@holdfast/server/testkit/webdav/dav-program'

const HOME = '/My files'
const PROPFIND = (names: string) =>
  `<?xml version="1.0"?><p:propfind xmlns:p="DAV:"><p:prop>${names}</p:prop></p:propfind>`

for (const stack of STACKS)
  describe(`WebDAV on ${stack.name}`, () => {
    const world = useWorld(stack)

    async function begin() {
      const ann = await world.person()
      return { ann, program: new DavProgram(world, ann.email) }
    }

    async function share(name: string, subscribers: PersonSubscription[]) {
      const admin = await world.admin()
      await admin.call(createShare, { organization_id: 1 as OrganizationId, name, subscribers })
    }

    it('tells anybody what it speaks, and nobody more without a sign-in', async () => {
      const { ann } = await begin()
      const stranger = new DavProgram(world, ann.email, 'a wrong password')
      assert.equal((await new DavProgram(world, 'a\0b').send('GET', '/')).status, 401)
      const options = await stranger.send('OPTIONS', '/')
      assert.equal(options.status, 200)
      assert.equal(options.headers.get('dav'), '1, 2, 3')
      for (const method of ['PROPFIND', 'GET', 'PUT', 'DELETE', 'MKCOL', 'LOCK']) {
        const { status, headers } = await stranger.send(method, `${HOME}/a`)
        assert.equal(status, 401, method)
        assert.equal(headers.get('www-authenticate'), 'Basic realm="Holdfast", charset="UTF-8"')
      }
    })

    it('has the locations at the top, and nothing can be put there', async () => {
      const { ann, program } = await begin()
      assert.deepEqual(await program.list('/'), ['/dav/My files/'])
      assert.equal((await program.put('/a.txt', 'x')).status, 403)
      assert.equal((await program.send('MKCOL', '/new')).status, 403)
      assert.equal((await program.send('DELETE', HOME)).status, 403)
      assert.equal((await program.move(HOME, '/other')).status, 403)
      assert.equal((await program.put('/nothing/a.txt', 'x')).status, 409)
      assert.equal((await program.send('PROPFIND', '/nothing', { headers: { depth: '0' } })).status, 404)
      await ann.upload('a.txt', 'x')
      assert.equal((await program.move(`${HOME}/a.txt`, '/a.txt')).status, 403)
    })

    it('gives bytes with a tag that is theirs, whole, in parts and not again', async () => {
      const { program } = await begin()
      const made = await program.put(`${HOME}/a b#é.txt`, 'the content')
      assert.equal(made.status, 201)
      const etag = made.headers.get('etag') ?? ''
      assert.match(etag, /^"[0-9a-f]{32}"$/)
      const got = await program.send('GET', `${HOME}/a b#é.txt`)
      assert.deepEqual([got.status, got.body, got.headers.get('etag')], [200, 'the content', etag])
      assert.equal(got.headers.get('cache-control'), 'private, no-transform')
      const part = await program.send('GET', `${HOME}/a b#é.txt`, { headers: { range: 'bytes=4-6' } })
      assert.deepEqual([part.status, part.body], [206, 'con'])
      const again = await program.send('GET', `${HOME}/a b#é.txt`, { headers: { 'if-none-match': etag } })
      assert.equal(again.status, 304)
      await program.put(`${HOME}/copy.txt`, 'the content')
      assert.equal((await program.send('HEAD', `${HOME}/copy.txt`)).headers.get('etag'), etag)
    })

    it('demands nothing less than what a request demands of what is there', async () => {
      const { program } = await begin()
      const etag = (await program.put(`${HOME}/a.txt`, 'one')).headers.get('etag') ?? ''
      assert.equal((await program.put(`${HOME}/a.txt`, 'two', { 'if-match': '"else"' })).status, 412)
      assert.equal((await program.put(`${HOME}/a.txt`, 'two', { 'if-none-match': '*' })).status, 412)
      assert.equal((await program.put(`${HOME}/a.txt`, 'two', { if: '(["else"])' })).status, 412)
      assert.equal((await program.put(`${HOME}/b.txt`, 'two', { 'if-match': '*' })).status, 412)
      // As a proxy gives it back that has compressed an answer.
      const compressed = `W/${etag.slice(0, -1)}-gzip"`
      assert.equal((await program.put(`${HOME}/a.txt`, 'two', { 'if-match': compressed })).status, 204)
      assert.equal(
        (await program.send('DELETE', `${HOME}/a.txt`, { headers: { 'if-match': etag } })).status,
        412,
      )
      assert.equal((await program.put(`${HOME}/a.txt`, 'x', { if: 'no such thing' })).status, 400)
    })

    it('shows properties by name, all of them, or their names', async () => {
      const { program } = await begin()
      await program.put(`${HOME}/a.txt`, 'one')
      const ask = (body: string, depth = '0') =>
        program.send('PROPFIND', `${HOME}/a.txt`, { body, headers: { depth } })
      const named = await ask(PROPFIND('<p:getcontentlength/><x:colour xmlns:x="urn:x"/>'))
      assert.equal(named.status, 207)
      assert.match(
        named.body,
        /<d:getcontentlength>3<\/d:getcontentlength><\/d:prop><d:status>HTTP\/1.1 200 OK/,
      )
      assert.match(named.body, /<colour xmlns="urn:x"\/><\/d:prop><d:status>HTTP\/1.1 404 Not Found/)
      const set = `<D:propertyupdate xmlns:D="DAV:"><D:set><D:prop><c xmlns="urn:x" a="1">b<i/></c></D:prop></D:set></D:propertyupdate>`
      assert.equal((await program.send('PROPPATCH', `${HOME}/a.txt`, { body: set })).status, 207)
      assert.match((await ask('')).body, /<c xmlns="urn:x">b<i xmlns="urn:x"\/><\/c>/)
      assert.match((await ask('<propfind xmlns="DAV:"><propname/></propfind>')).body, /<c xmlns="urn:x"\/>/)
      const live = set.replace('<c xmlns="urn:x" a="1">b<i/></c>', '<D:getetag>x</D:getetag>')
      assert.match((await program.send('PROPPATCH', `${HOME}/a.txt`, { body: live })).body, /403 Forbidden/)
      const quota = await program.send('PROPFIND', HOME, {
        body: PROPFIND('<p:quota-used-bytes/>'),
        headers: { depth: '0' },
      })
      assert.match(quota.body, /<d:quota-used-bytes>3</)
    })

    it('reads no XML that could be a trap, and no list of everything', async () => {
      const { program } = await begin()
      const ask = (body: string, headers = {}) =>
        program.send('PROPFIND', HOME, { body, headers: { depth: '0', ...headers } })
      const entity = '<!DOCTYPE a [<!ENTITY b "c">]><propfind xmlns="DAV:"><allprop/></propfind>'
      assert.equal((await ask(entity)).status, 400)
      assert.equal((await ask('<propfind xmlns="DAV:"><allprop/>')).status, 400)
      assert.equal((await ask(`<propfind xmlns="DAV:">${'<a>'.repeat(100)}`)).status, 400)
      assert.equal((await ask('x'.repeat(1024 * 1024 + 1))).status, 413)
      const endless = await ask('', { depth: 'infinity' })
      assert.equal(endless.status, 403)
      assert.match(endless.body, /<d:propfind-finite-depth\/>/)
      assert.equal((await ask('', { depth: '7' })).status, 400)
    })

    it('refuses with the status that programs know what the rules of files forbid', async () => {
      const organizationId = await world.organization({ excluded_extensions: '.tmp' })
      const ann = await world.person({ organizationId, spaceQuota: 10 })
      const program = new DavProgram(world, ann.email)
      assert.equal((await program.put(`${HOME}/a:b.txt`, 'x')).status, 400)
      assert.equal((await program.put(`${HOME}/${'a'.repeat(300)}`, 'x')).status, 400)
      assert.equal((await program.put(`${HOME}/a.txt`, 'x', { 'content-range': 'bytes 0-0/3' })).status, 400)
      assert.equal((await program.put(`${HOME}/a.txt`, 'x', { 'oc-checksum': 'SHA1:0000' })).status, 400)
      assert.equal((await program.send('PROPFIND', `${HOME}/a.txt`, { headers: { depth: '0' } })).status, 404)
      await program.put(`${HOME}/a.txt`, 'x')
      assert.equal((await program.send('MKCOL', `${HOME}/a.txt`)).status, 405)
      assert.equal((await program.send('MKCOL', `${HOME}/f/g`)).status, 409)
      assert.equal((await program.send('MKCOL', `${HOME}/f`, { body: 'x' })).status, 415)
      assert.equal(
        (
          await program.move(`${HOME}/a.txt`, `${HOME}/b.txt`, {
            destination: 'https://elsewhere.test/dav/x',
          })
        ).status,
        502,
      )
      assert.equal((await program.put(`${HOME}/large.txt`, 'x'.repeat(2_000_000))).status, 507)
      assert.equal((await program.put(`${HOME}/large.txt`, 'x'.repeat(20))).status, 507)
    })

    it('renames and moves without bytes, and changes the capitals of a name', async () => {
      const { program } = await begin()
      await program.send('MKCOL', `${HOME}/folder`)
      await program.put(`${HOME}/a.txt`, 'one')
      assert.equal((await program.move(`${HOME}/a.txt`, `${HOME}/folder/A.txt`)).status, 201)
      assert.equal((await program.move(`${HOME}/folder/A.txt`, `${HOME}/folder/a.TXT`)).status, 201)
      assert.deepEqual(await program.list(`${HOME}/folder`), ['/dav/My files/folder/a.TXT'])
      assert.equal((await program.move(`${HOME}/folder`, `${HOME}/folder/inside`)).status, 403)
      // What would take the place of a folder that it is in would be gone with it.
      for (const method of ['COPY', 'MOVE']) {
        const headers = { destination: program.address(`${HOME}/folder`) }
        assert.equal((await program.send(method, `${HOME}/folder/a.TXT`, { headers })).status, 403)
      }
      assert.deepEqual(await program.list(`${HOME}/folder`), ['/dav/My files/folder/a.TXT'])
      assert.equal((await program.copy(`${HOME}/folder`, `${HOME}/second`)).status, 201)
      assert.equal((await program.send('GET', `${HOME}/second/a.TXT`)).body, 'one')
      assert.equal((await program.move(`${HOME}/second`, `${HOME}/folder`, { overwrite: 'F' })).status, 412)
      assert.equal((await program.move(`${HOME}/second`, `${HOME}/folder`)).status, 204)
    })

    it('lists thousands of items whole', async () => {
      const { ann, program } = await begin()
      await makePile(world.service.ctx.db, { rootId: ann.rootId, parentId: 0, files: 2500 })
      assert.equal(new Set(await program.list(HOME)).size, 2500)
    })

    it('shows team shares by their names to those whom they are brought to, and lets each do what its role may', async () => {
      const { ann, program } = await begin()
      const [bob, eve] = [await world.person(), await world.person()]
      await share('Plans', [
        [ann.id, 'all', 'EDITOR'],
        [bob.id, 'webdav', 'VIEWER'],
        [eve.id, 'web', 'CO_OWNER'],
      ])
      assert.deepEqual(await program.list('/'), ['/dav/My files/', '/dav/Plans/'])
      assert.equal((await program.put('/Plans/a.txt', 'one')).status, 201)
      const asBob = new DavProgram(world, bob.email)
      assert.equal((await asBob.send('GET', '/Plans/a.txt')).body, 'one')
      for (const [method, headers] of [
        ['PUT', {}],
        ['DELETE', {}],
        ['PROPPATCH', {}],
        ['LOCK', {}],
        ['MOVE', { destination: asBob.address('/Plans/b.txt') }],
        ['COPY', { destination: asBob.address('/Plans/b.txt') }],
      ] as const) {
        const body = method === 'LOCK' ? EXCLUSIVE : method === 'PROPPATCH' ? PROPERTY : 'x'
        const answer = await asBob.send(method, '/Plans/a.txt', {
          headers,
          ...(method !== 'DELETE' && { body }),
        })
        assert.equal(answer.status, 403, method)
      }
      assert.equal((await asBob.send('MKCOL', '/Plans/f')).status, 403)
      assert.equal((await asBob.copy('/Plans/a.txt', `${HOME}/mine.txt`)).status, 201)
      assert.deepEqual(await new DavProgram(world, eve.email).list('/'), ['/dav/My files/'])
      assert.equal((await program.move('/Plans/a.txt', `${HOME}/moved.txt`)).status, 201)
      assert.equal((await program.send('GET', `${HOME}/moved.txt`)).body, 'one')
      assert.equal((await program.send('GET', '/Plans/a.txt')).status, 404)
    })

    it('loses nothing that was to be replaced by what cannot come', async () => {
      const organizationId = await world.organization()
      const ann = await world.person({ organizationId, spaceQuota: 30 })
      const program = new DavProgram(world, ann.email)
      for (const name of ['new', 'old']) await program.send('MKCOL', `${HOME}/${name}`)
      await program.put(`${HOME}/new/a.txt`, 'x'.repeat(14))
      await program.put(`${HOME}/old/kept.txt`, 'y'.repeat(14))
      const boss = await world.person({ organizationId, siteAdmin: true })
      await boss.call(updateOrganizationPolicy, {
        organization_id: organizationId,
        excluded_extensions: '.txt',
      })
      assert.equal((await program.copy(`${HOME}/new`, `${HOME}/old`)).status, 415)
      assert.deepEqual(await program.list(`${HOME}/old`), ['/dav/My files/old/kept.txt'])
      assert.equal((await program.send('GET', `${HOME}/old/kept.txt`)).body, 'y'.repeat(14))
    })

    it('keeps programs and people apart by locks', async () => {
      const { ann, program } = await begin()
      const bob = await world.person()
      await share('Locked', [
        [ann.id, 'all', 'EDITOR'],
        [bob.id, 'all', 'EDITOR'],
      ])
      const asBob = new DavProgram(world, bob.email)
      await program.put('/Locked/a.txt', 'one')
      const { token } = await program.lock('/Locked/a.txt')
      assert.equal((await asBob.put('/Locked/a.txt', 'two')).status, 423)
      assert.equal((await asBob.put('/Locked/a.txt', 'two', { if: `(${token})` })).status, 423)
      assert.equal((await asBob.lock('/Locked/a.txt')).answer.status, 423)
      assert.equal((await program.put('/Locked/a.txt', 'two')).status, 423)
      assert.equal((await program.put('/Locked/a.txt', 'two', { if: `(${token})` })).status, 204)
      const listed = await asBob.send('PROPFIND', '/Locked', { headers: { depth: '1' } })
      assert.match(listed.body, /<d:activelock>/)
      assert.equal(
        (await asBob.send('UNLOCK', '/Locked/a.txt', { headers: { 'lock-token': token } })).status,
        409,
      )
      world.clock.advance({ minutes: 31 })
      assert.equal((await asBob.put('/Locked/a.txt', 'three')).status, 204)
    })
  })

const PROPERTY =
  '<D:propertyupdate xmlns:D="DAV:"><D:set><D:prop><c xmlns="urn:x">b</c></D:prop></D:set></D:propertyupdate>'
