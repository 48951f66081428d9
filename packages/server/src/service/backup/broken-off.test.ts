import assert from 'node:assert/strict'
import { cp, rm } from 'node:fs/promises'
import path from 'node:path'
import { before, describe, it } from 'node:test'
import { deleteFile } from '@holdfast/api/files/files'
import { sampleBytes } from '@holdfast/server/testkit/content/sample-bytes'
import { backUp } from '@holdfast/server/testkit/database/backups'
import { copyDatabase, type DatabaseCopy } from '@holdfast/server/testkit/database/database-copy'
import { atInstallation } from '@holdfast/server/testkit/database/installation'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { makeTempDir, STACKS } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'
import type { Ctx } from '../../platform/context.ts'
import { chooseBackup, originByKey } from './choose-backup.ts'
import { expectedBy } from './expected.ts'
import { listBackups } from './form/manifest.ts'
import { numberOf } from './place/names.ts'
import { openPlaceAt, readPlace } from './place/open-place.ts'
import type { BackupPlace } from './place/place.ts'
import { verifyBackups } from './verify-backup.ts'

const [small = assert.fail()] = STACKS
/** In `npm test` only at the first of each kind of work at the place. */
const EVERYWHERE = rounds(0, 1) === 1
const KEPT = 2

/** From a moment on: nothing can be stored any more; or what was asked for last is done, and nobody is there to hear of it, as of a process that was killed. */
type End = 'full' | 'killed'
const CODES = { full: 'ENOSPC', killed: 'EIO' } as const

/** The same place until so many things were stored or deleted there; and what is done to it, in order. */
function endingAt(place: BackupPlace, most: number, end: End) {
  const done: string[] = []
  const over = (what: string) => Object.assign(new Error(`${what}: ${CODES[end]}`), { code: CODES[end] })
  const guarded = (how: 'put' | 'delete', act: (...args: never[]) => Promise<void>) =>
    async function guard(...args: unknown[]): Promise<void> {
      const what = `${how} ${args[0]}`
      const isOver = done.length > most
      done.push(what)
      if (end === 'full' ? how === 'put' && done.length > most : isOver) throw over(what)
      await act(...(args as never[]))
      if (end === 'killed' && done.length > most) throw over(what)
    }
  const broken = {
    ...place,
    put: guarded('put', place.put),
    delete: guarded('delete', place.delete),
    get: async (...args: Parameters<BackupPlace['get']>) => {
      if (end === 'killed' && done.length > most) throw over('get')
      return place.get(...args)
    },
  } as BackupPlace
  return { done, place: broken }
}

describe('a backup that breaks off', () => {
  const world = useWorld(small)
  let location: ReturnType<typeof readPlace>
  let kept: string
  let database: DatabaseCopy
  before(async () => {
    kept = path.join(await makeTempDir(), 'kept')
    location = readPlace(kept)
    const ann = await world.person()
    for (let of = 0; of < KEPT; of++) {
      const { id } = await ann.upload(`large ${of}`, sampleBytes(80_000, `large ${of}`))
      await atInstallation(world.place, (ctx) => backUp(ctx, kept))
      await ann.call(deleteFile, { root_id: ann.rootId, file_id: id })
    }
    await ann.upload('new', sampleBytes(80_000, 'new'))
    await world.service.close()
    database = await copyDatabase(world.place)
    await cp(kept, `${kept}-before`, { recursive: true })
  })

  /** Everything as it was before the third backup. */
  async function putBack(): Promise<void> {
    await rm(kept, { recursive: true })
    await cp(`${kept}-before`, kept, { recursive: true })
    await database.putBack()
  }

  const open = () => openPlaceAt(location, false)
  const problemsAt = async (ctx: Ctx, place: BackupPlace): Promise<string[]> => {
    const problems: string[] = []
    await verifyBackups(place, undefined, await expectedBy(ctx, place, location), (text) =>
      problems.push(text),
    )
    return problems
  }

  /** Gives what was done at the place until the end. */
  async function breakOff(most: number, end: End): Promise<string[]> {
    const { done, place } = endingAt(await open(), most, end)
    await atInstallation(world.place, (ctx) => backUp(ctx, location, { place, keep: { last: 1 } })).catch(
      (error) => assert.equal(error.code, CODES[end], error),
    )
    return done
  }

  it('leaves a good one to restore at any moment, says nothing of damage, and is gone with the next one', async () => {
    const work = await breakOff(Number.POSITIVE_INFINITY, 'killed')
    const kinds = new Set(work)
    assert.deepEqual([...kinds].sort(), [
      'delete backups',
      'delete pieces',
      'put backups',
      'put blobs',
      'put pieces',
    ])
    const moments = work.flatMap((what, n) => (EVERYWHERE || work.indexOf(what) === n ? [n] : []))
    for (const moment of moments)
      for (const end of ['full', 'killed'] as const) {
        if (end === 'full' && work[moment]?.startsWith('delete')) continue
        const about = `${end} at ${moment}, ${work[moment]}`
        await putBack()
        await breakOff(moment, end)
        await atInstallation(world.place, async (ctx) => {
          const place = await open()
          const { backup } = await chooseBackup(place, undefined, await originByKey(ctx), () => {})
          assert.ok(numberOf(backup) >= KEPT, `${about}: ${backup}`)
          assert.deepEqual(await problemsAt(ctx, place), [], about)
          const next = await backUp(ctx, kept, { keep: { last: 1 } })
          assert.deepEqual(await listBackups(place), [next.manifest.backup], about)
          assert.deepEqual(await problemsAt(ctx, place), [], about)
        })
      }
  })
})
