import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import path from 'node:path'
import { before, describe, it } from 'node:test'
import { crc32, deflateSync } from 'node:zlib'
import { createFolderInRoot, deleteFile, uploadToRoot } from '@holdfast/api/files/files'
import { purgeFile } from '@holdfast/api/files/retention'
import { uploadRevision } from '@holdfast/api/files/revisions'
import type { EntryId } from '@holdfast/api/ids'
import { listPersonActivity } from '@holdfast/api/oversight/activity'
import { DEFAULT_POLICY } from '@holdfast/api/policy'
import { shareFolder } from '@holdfast/api/sharing/links'
import { createShare, type Role } from '@holdfast/api/sharing/shares'
import { webHeaders } from '@holdfast/server/testkit/browser/web-session'
import { freePort } from '@holdfast/server/testkit/servers/free-port'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import sharp, { type Sharp } from 'sharp'
import { Thumbnails } from '../../platform/thumbnails/thumbnails.ts'
import { sweepThumbnails } from './sweep-thumbnails.ts'

const bytesOf = async (picture: Sharp): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await picture.toBuffer())
/** Twice as wide as high. */
const drawn = (width: number, background = '#c33') =>
  sharp({ create: { width, height: width / 2, channels: 3, background } })
const frames = (colours: string[]) =>
  Promise.all(colours.map((colour) => drawn(400, colour).png().toBuffer()))
const animated = async () => sharp(await frames(['#c33', '#3c3']), { join: { animated: true } })

/** As a camera writes it that was held upright, with the place. */
const PHOTO = () =>
  bytesOf(
    drawn(600)
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
      .jpeg(),
  )

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
/** A few bytes that would be pixels without end. */
function bomb(edge: number): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(edge)
  head.writeUInt32BE(edge, 4)
  head.set([8, 0, 0, 0, 0], 8)
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  const lines = deflateSync(Buffer.alloc(1_000_000))
  const parts = [signature, chunk('IHDR', head), chunk('IDAT', lines), chunk('IEND', Buffer.alloc(0))]
  return new Uint8Array(Buffer.concat(parts))
}

for (const stack of STACKS)
  describe(`thumbnails on ${stack.name}`, () => {
    const world = useWorld(stack)
    let ann: Someone
    before(async () => {
      ann = await world.person()
    })

    const ask = (
      who: { rootId: number; bearer: Record<string, string> },
      file: EntryId,
      query = '',
      headers: Record<string, string> = who.bearer,
    ) => fetch(`${world.url}/api/2/files/${who.rootId}/${file}/thumbnail?${query}`, { headers })
    const pictureIn = async (response: Response) => {
      assert.equal(response.status, 200, response.status === 200 ? '' : await response.text())
      assert.equal(response.headers.get('content-type'), 'image/webp')
      return sharp(await response.arrayBuffer()).metadata()
    }
    const codeOf = async (response: Response) =>
      `${response.status} ${((await response.json()) as { error: string }).error}`
    const kept = async () => {
      const dir = path.join(world.config.dataDir, 'thumbnails')
      const files = await readdir(dir, { recursive: true }).catch(() => [])
      return files.filter((name) => name.endsWith('.webp')).sort()
    }

    it('are small, upright, and tell nothing of where a picture was taken', async () => {
      const photo = await PHOTO()
      const written = await sharp(photo).metadata()
      assert.equal(written.orientation, 6)
      assert.ok(written.exif)
      const { id } = await ann.upload('photo.jpg', photo)
      for (const [query, width, height] of [
        ['', 128, 256],
        ['size=96', 48, 96],
        ['size=1024', 300, 600],
      ] as const) {
        const { format, exif, orientation, ...size } = await pictureIn(await ask(ann, id, query))
        assert.deepEqual([format, size.width, size.height], ['webp', width, height], query)
        assert.deepEqual([exif, orientation], [undefined, undefined])
      }
      assert.equal(await codeOf(await ask(ann, id, 'size=300')), '400 invalid_request')
    })

    it('are of the first picture where there are several, and of each kind that browsers show', async () => {
      const moving = await animated()
      for (const [name, picture] of [
        ['moving.gif', moving.clone().gif()],
        ['moving.webp', moving.clone().webp()],
        ['plain.PNG', drawn(400).png()],
        ['new.avif', drawn(400).avif({ effort: 0 })],
        ['wrong.png', drawn(400).jpeg()],
      ] as const) {
        const { id } = await ann.upload(name, await bytesOf(picture))
        const { width, height, pages } = await pictureIn(await ask(ann, id))
        assert.deepEqual([width, height, pages], [256, 128, undefined], name)
      }
    })

    it('are not there of what is no picture, of hostile ones and of what is broken; nothing is fetched for them', async () => {
      let asked = 0
      const port = await freePort()
      const spy = createServer((_, res) => {
        asked++
        res.end()
      }).listen(port, '127.0.0.1')
      const address = `http://127.0.0.1:${port}/spy.png`
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9"><image width="9" height="9" href="${address}" xlink:href="${address}"/></svg>`
      const png = await bytesOf(drawn(400).png({ compressionLevel: 0 }))
      for (const [name, content] of [
        ['drawing.svg', svg],
        ['drawing.png', svg],
        ['doc.pdf', '%PDF-1.4'],
        ['doc.png', '%PDF-1.4'],
        ['film.mp4', 'film'],
        ['old.bmp', 'BM'],
        ['text.jpg', 'no picture'],
        ['empty.png', ''],
        ['half.png', png.subarray(0, png.length / 2)],
        ['bomb.png', bomb(60_000)],
      ] as const) {
        const { id } = await ann.upload(name, content)
        for (const _ of ['made', 'known'])
          assert.equal(await codeOf(await ask(ann, id)), '404 not_found', name)
      }
      assert.equal(asked, 0)
      spy.close()
    })

    it('may be kept where the revision is named, and are asked for again by their tags elsewhere', async () => {
      const { id, revision_id } = await ann.upload('kept.png', await bytesOf(drawn(300).png()))
      const named = await ask(ann, id, `rev=${revision_id}`)
      assert.match(named.headers.get('cache-control') ?? '', /private.*immutable/)
      const plain = await ask(ann, id)
      assert.equal(plain.headers.get('cache-control'), 'private, no-cache')
      const tag = plain.headers.get('etag') ?? ''
      const again = await ask(ann, id, '', { ...ann.bearer, 'if-none-match': tag })
      assert.equal(again.status, 304)
      const file = { name: 'kept.png', bytes: new Blob([await bytesOf(drawn(100).png())]) }
      await ann.call(uploadRevision, { root_id: ann.rootId, file_id: id, file })
      const later = await ask(ann, id, '', { ...ann.bearer, 'if-none-match': tag })
      assert.equal((await pictureIn(later)).width, 100)
      assert.equal((await pictureIn(await ask(ann, id, `rev=${revision_id}`))).width, 256, 'as it was')
    })

    it('are for those who may look, of what is current, and of what was for those who may read', async () => {
      const organizationId = await world.organization()
      const boss = await world.person({ organizationId, siteAdmin: true })
      const roles: Role[] = ['CO_OWNER', 'VIEWER', 'PREVIEWER', 'UPLOADER']
      const members = await Promise.all(roles.map(() => world.person({ organizationId })))
      const { id: rootId } = await boss.call(createShare, {
        organization_id: organizationId,
        name: 'Pictures',
        subscribers: members.map(({ id }, n) => [id, 'web', roles[n] as Role]),
      })
      const [owner, viewer, previewer, uploader] = members as [Someone, Someone, Someone, Someone]
      const content = async (width: number) => ({
        name: 'shared.png',
        bytes: new Blob([await bytesOf(drawn(width).png())]),
      })
      const first = await owner.call(uploadToRoot, { root_id: rootId, file: await content(200) })
      const file = await content(100)
      const { revision_id } = await owner.call(uploadRevision, { root_id: rootId, file_id: first.id, file })
      const of = (headers: Record<string, string>, query: string) =>
        ask({ rootId, bearer: headers }, first.id, query)
      const browser = await webHeaders(world, previewer.email)
      const [now, then] = [`rev=${revision_id}`, `rev=${first.revision_id}`]
      const statuses = async (headers: Record<string, string>) =>
        Promise.all(['', now, then].map(async (query) => (await of(headers, query)).status))
      assert.deepEqual(await statuses(viewer.bearer), [200, 200, 200])
      assert.deepEqual(await statuses(browser), [200, 200, 403])
      assert.deepEqual(await statuses(previewer.bearer), [403, 403, 403])
      assert.deepEqual(await statuses(uploader.bearer), [403, 403, 403])
      const view = (revision: number) =>
        fetch(`${world.url}/api/2/files/${rootId}/${first.id}/revisions/${revision}/view`, {
          headers: browser,
        })
      assert.deepEqual([(await view(revision_id)).status, (await view(first.revision_id)).status], [200, 403])
      await world.changeOrganization(organizationId, {
        policy: JSON.stringify({ ...DEFAULT_POLICY, web_preview_enabled: false }),
      })
      assert.deepEqual(await statuses(viewer.bearer), [403, 403, 403])
    })

    it('come through links that let look as often as one likes, of what is current', async () => {
      const root_id = ann.rootId
      const folder = await ann.call(createFolderInRoot, { root_id, name: 'Shared' })
      const picture = await ann.upload('a.png', await bytesOf(drawn(300).png()), folder.id)
      const outside = await ann.upload('b.png', await bytesOf(drawn(300).png()))
      const link = async (given: object) => {
        const share = { root_id, folder_id: folder.id, login_required: false, ...given }
        return (await ann.call(shareFolder, share)).hash
      }
      const through = (hash: string, file: EntryId, query = '') =>
        fetch(`${world.url}/api/2/sharelinks/${hash}/files/${file}/thumbnail?${query}`)
      const open = await link({})
      assert.equal((await pictureIn(await through(open, picture.id))).width, 256)
      assert.equal((await through(open, picture.id, `rev=${picture.revision_id}`)).status, 200)
      assert.equal(await codeOf(await through(open, outside.id)), '404 not_found')
      assert.equal(
        await codeOf(await through(open, picture.id, `rev=${outside.revision_id}`)),
        '404 not_found',
      )
      assert.equal(
        await codeOf(await through(await link({ download_limit: 5 }), picture.id)),
        '403 forbidden',
      )
      assert.equal(
        await codeOf(await through(await link({ upload_only: true }), picture.id)),
        '403 forbidden',
      )
      assert.equal(
        await codeOf(await through(await link({ password: 'secret words' }), picture.id)),
        '403 forbidden',
      )
    })

    it('are made once for all who ask at once, and only the large ones are put on record as looks', async () => {
      const bob = await world.person()
      const { id } = await bob.upload('wanted.png', await bytesOf(drawn(800).png()))
      const answers = await Promise.all(Array.from({ length: 20 }, () => ask(bob, id)))
      const bodies = await Promise.all(
        answers.map(async (one) => Buffer.from(await one.arrayBuffer()).toString('hex')),
      )
      assert.equal(new Set(bodies).size, 1)
      const looks = async () => {
        await world.service.ctx.downloads.flush()
        const { results } = await bob.call(listPersonActivity, { person_id: bob.id })
        return results.filter(({ action_text }) => action_text.startsWith('viewed a file')).length
      }
      const before = await looks()
      assert.equal(before, 0)
      await pictureIn(await ask(bob, id, 'size=1024'))
      assert.equal(await looks(), 1)
    })

    it('go when what they show is purged', async () => {
      const eve = await world.person()
      const root_id = eve.rootId
      const one = await eve.upload('gone.png', await bytesOf(drawn(300).png()))
      const other = await eve.upload('stays.png', await bytesOf(drawn(302).png()))
      for (const { id } of [one, other]) assert.equal((await ask(eve, id)).status, 200)
      const own = async () => (await kept()).filter((name) => name.startsWith(`${root_id}/`))
      assert.equal((await own()).length, 2)
      await eve.call(deleteFile, { root_id, file_id: one.id })
      await sweepThumbnails(world.service.ctx)
      assert.equal((await own()).length, 2, 'deleted files can be looked at')
      await eve.call(purgeFile, { root_id, file_id: one.id })
      await sweepThumbnails(world.service.ctx)
      assert.deepEqual(
        (await own()).map((name) => name.split('-')[0]),
        [`${root_id}/${other.revision_id}`],
      )
    })

    it('are missing, and nothing else, where a file is purged while one is made', async () => {
      const { ctx } = world.service
      const eve = await world.person()
      const file = {
        root_id: eve.rootId,
        file_id: (await eve.upload('g.png', await bytesOf(drawn(310).png()))).id,
      }
      const on = ctx.thumbnails
      const get: Thumbnails['get'] = async (...of) => {
        await eve.call(deleteFile, file)
        await eve.call(purgeFile, file)
        return on.get(...of)
      }
      ctx.thumbnails = { get } as Thumbnails
      try {
        assert.equal(await codeOf(await ask(eve, file.file_id)), '404 not_found')
      } finally {
        ctx.thumbnails = on
      }
    })

    it('are not made where they are turned off', async () => {
      const { ctx } = world.service
      const { id } = await ann.upload('off.png', await bytesOf(drawn(300).png()))
      const on = ctx.thumbnails
      ctx.thumbnails = new Thumbnails({ ...ctx.config, thumbnails: false }, ctx.content, ctx.log)
      try {
        assert.equal(await codeOf(await ask(ann, id)), '404 not_found')
        const headers = await webHeaders(world, ann.email)
        const { body } = await world.request('/api/2/session', { headers })
        assert.equal(body.thumbnails, false)
      } finally {
        ctx.thumbnails = on
      }
      assert.equal((await ask(ann, id)).status, 200)
    })
  })
