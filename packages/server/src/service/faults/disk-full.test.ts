import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { copyFile, mkdir, open, rm, statfs } from 'node:fs/promises'
import path from 'node:path'
import { before, describe, it } from 'node:test'
import { createFolderInRoot, deleteFile, listRootChildren } from '@holdfast/api/files/files'
import { purgeFile } from '@holdfast/api/files/retention'
import type { OrganizationId } from '@holdfast/api/ids'
import { listOrganizationActivity } from '@holdfast/api/oversight/activity'
import { sampleBytes } from '@holdfast/server/testkit/content/sample-bytes'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { type Answer, type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { Outage } from '../../platform/basics/outage.ts'

const MIB = 1024 * 1024
/** A sixteenth of it is kept for other things than content, among which SQLite's log takes up to 4 MiB. */
const DISK = 128 * MIB
const [SMALL_STACK, LARGE_STACK] = STACKS as [Stack, Stack]

/** The small stack on a disk of its own. */
const onSmallDisk: Stack = {
  name: 'sqlite+disk',
  async open(form) {
    const place = await SMALL_STACK.open(form)
    if (place.database.kind !== 'sqlite') throw new Error('This is no small stack')
    const dataDir = path.join(place.dataDir, 'disk')
    const file = path.join(dataDir, 'holdfast.db')
    await mkdir(dataDir)
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'tmpfs', dataDir])
    await copyFile(place.database.file, file)
    return {
      dataDir,
      database: { kind: 'sqlite', file },
      blobs: { kind: 'disk', dir: path.join(dataDir, 'blobs') },
      async dispose() {
        execFileSync('umount', [dataDir])
        await place.dispose()
      },
    }
  },
}

/** Takes room until so much is left. */
async function fill(file: string, left: number): Promise<void> {
  await using ballast = await open(file, 'a')
  for (let step = MIB; step >= 4096; step /= 4)
    for (;;) {
      const { bavail, bsize } = await statfs(path.dirname(file))
      if (bavail * bsize - step < left) break
      await ballast.write(Buffer.alloc(step, 1))
    }
}

const isRoot = process.getuid?.() === 0
describe('a service whose disk is full', {
  skip: isRoot ? false : 'only root can mount a small disk',
}, () => {
  const world = useWorld(onSmallDisk)
  const ballast = () => path.join(world.place.dataDir, 'ballast')
  const bytes = sampleBytes(300_000, 'kept')
  let ann: Someone
  let kept: Awaited<ReturnType<Someone['upload']>>
  before(async () => {
    ann = await world.person()
    kept = await ann.upload('kept.bin', bytes)
  })

  function upload(name: string, size: number): Promise<Answer> {
    const body = new FormData()
    body.set('file', new Blob([sampleBytes(size, name)]), name)
    return world.request(`/api/2/files/${ann.rootId}/upload`, { method: 'POST', headers: ann.bearer, body })
  }
  function assertFull({ status, error, body, headers }: Answer): void {
    assert.deepEqual([status, error], [503, 'temporarily_unavailable'])
    assert.equal(body.error_reason, 'storage_full')
    assert.ok(Number(headers.get('retry-after')) > 0)
  }
  async function readsGoOn(): Promise<void> {
    assert.ok((await ann.download(kept.id)).equals(bytes))
    await ann.call(listRootChildren, { root_id: ann.rootId })
  }
  const untilUploaded = (name: string) => until(async () => (await upload(name, 300_000)).status === 200, 200)

  it('says so once, takes in nothing new, and keeps room for all else', async () => {
    const old = await ann.upload('old.bin', sampleBytes(100_000, 'old'))
    await fill(ballast(), 7 * MIB)
    // The disk is looked at once a second.
    let early = 0
    await until(async () => (await upload(`early ${early++}.bin`, 100)).status !== 200, 50)
    for (const size of [300_000, 100, 9 * MIB]) assertFull(await upload('new.bin', size))
    await readsGoOn()
    await world.signIn(ann.email)
    await ann.call(createFolderInRoot, { root_id: ann.rootId, name: 'made in time' })
    await ann.call(deleteFile, { root_id: ann.rootId, file_id: old.id })
    await ann.call(purgeFile, { root_id: ann.rootId, file_id: old.id })
    const alerts = async () => (await world.sent('admin@localhost')).length
    await until(async () => (await alerts()) > 0)
    assertFull(await upload('new.bin', 100))
    assert.equal(await alerts(), 1)
    const boss = await world.admin()
    const { results } = await boss.call(listOrganizationActivity, { organization_id: 1 as OrganizationId })
    assert.equal(results.filter(({ activity_type_id }) => activity_type_id === 87).length, 1)
    await rm(ballast())
    await untilUploaded('afterwards.bin')
    await readsGoOn()
  })

  it('to the last byte refuses every change, loses none that was answered, and goes on when there is room', async () => {
    await fill(ballast(), 0)
    const made: string[] = []
    let refused: Answer | undefined
    for (let n = 0; n < 3000 && !refused; n++) {
      const name = `${n} ${'long '.repeat(40)}.`.slice(0, 200).replaceAll('.', '')
      const answer = await world.post(`/api/2/files/${ann.rootId}/create_folder`, { name }, ann.bearer)
      if (answer.status === 200) made.push(name)
      else refused = answer
    }
    assertFull(refused as Answer)
    await readsGoOn()
    await rm(ballast())
    await untilUploaded('at last.bin')
    const names = new Set<string>()
    for (let page = 1, last = 1; page <= last; page++) {
      const list = await ann.call(listRootChildren, { root_id: ann.rootId, page })
      last = list.max_page
      for (const { name } of list.results) names.add(name)
    }
    for (const name of [...made, 'kept.bin', 'afterwards.bin', 'at last.bin'])
      assert.ok(names.has(name.trim()), name)
    assert.ok(!names.has('new.bin'))
  })
})

describe('a service whose store says that it is full', () => {
  const world = useWorld(LARGE_STACK)

  it('answers 503 storage_full to what needs room, and tells administrators once', async () => {
    const ann = await world.person()
    const { blobs } = world.service.ctx
    const { put } = blobs
    blobs.put = () => Promise.reject(new Outage('blobs_full', new Error('QuotaExceeded')))
    const full = { status: 503, code: 'temporarily_unavailable' }
    for (let n = 0; n < 3; n++) await assert.rejects(ann.upload('new.bin', sampleBytes(70_000, 'new')), full)
    await ann.upload('small.txt', 'small')
    await until(async () => (await world.sent('admin@localhost')).length > 0)
    blobs.put = put
    await ann.upload('new.bin', sampleBytes(70_000, 'new'))
    assert.equal((await world.sent('admin@localhost')).length, 1)
  })
})
