// What is stored here is made again by: node scripts/store-release.mjs (until the first release; after it, never)
import assert from 'node:assert/strict'
import { copyFile } from 'node:fs/promises'
import path from 'node:path'
import { after, describe, it } from 'node:test'
import { deleteFile, listRootChildren } from '@holdfast/api/files/files'
import { listFileRevisions, uploadRevision } from '@holdfast/api/files/revisions'
import type { EntryId } from '@holdfast/api/ids'
import { shareFile } from '@holdfast/api/sharing/links'
import { pino } from 'pino'
import { readConfig } from '../../src/platform/config/config.ts'
import { VERSION } from '../../src/platform/installation/version.ts'
import { realNow } from '../../src/service/opening/open-context.ts'
import { startService } from '../../src/service/service.ts'
import { atInstallation, keyFileOf, listProblems } from '../database/installation.ts'
import { runCommandHere } from '../servers/command-here.ts'
import { environment } from '../servers/environment.ts'
import { settingsOf } from '../servers/server-process.ts'
import { makeTempDir, type Place, STACKS, type Stack } from '../servers/stacks.ts'
import { PASSWORD, Someone, useWorld } from '../servers/world.ts'
import { HOW, isStoring, RELEASES, storeFolder, unpackFolder } from './stored.ts'

/** Large enough for a blob, and small when it is compressed. */
const large = (text: string): Buffer<ArrayBuffer> => Buffer.alloc(80_000, text)
const NOT_KEPT = /^(outbox|tmp|newer)\/|-(wal|shm)$/

interface Facts {
  version: string
  email: string
  password: string
  file: EntryId
  /** Page address of a share link. */
  link: string
}

/** A small installation with a little of everything, and a backup of it. */
const store = () =>
  describe('a release that is stored', () => {
    const world = useWorld(STACKS[0] as Stack)

    it('has an installation on SQLite, and a backup of it', async () => {
      const ann = await world.person()
      const { id: file } = await ann.upload('Kept.bin', large('first'))
      const again = { name: 'x', bytes: new Blob([large('second')]) }
      await ann.call(uploadRevision, { root_id: ann.rootId, file_id: file, file: again })
      await ann.upload('Small.txt', 'a few bytes')
      const { id: gone } = await ann.upload('Deleted.txt', 'deleted')
      await ann.call(deleteFile, { root_id: ann.rootId, file_id: gone })
      const { url: link } = await ann.call(shareFile, { root_id: ann.rootId, file_id: file })
      await world.service.close()
      const { dataDir } = world.place
      const { code, errors } = await runCommandHere(
        ['backup', path.join(dataDir, 'kept')],
        settingsOf(world.place),
      )
      assert.deepEqual([code, errors], [0, ''])
      const facts: Facts = {
        version: VERSION,
        email: ann.email,
        password: PASSWORD,
        file,
        link: new URL(link).pathname,
      }
      storeFolder(VERSION, 'installation', { dir: dataDir, facts, except: NOT_KEPT })
    })
  })

const read = (release: string) =>
  describe(`an installation of ${release} with today's program`, () => {
    const opened: Place[] = []
    after(async () => {
      for (const place of opened) await place.dispose()
    })
    const config = ({ dataDir, database, blobs }: Place) => ({
      ...readConfig({ HOLDFAST_PORT: '0', HOLDFAST_DATA_DIR: dataDir }),
      database,
      blobs,
      tls: { certFile: environment('TESTKIT_TLS_CERT'), keyFile: environment('TESTKIT_TLS_KEY') },
    })

    /** Everything that was in it is there, whole and reachable. */
    async function check(place: Place, { email, password, file, link }: Facts): Promise<void> {
      const service = await startService(config(place), { now: realNow, log: pino({ level: 'silent' }) })
      try {
        const ann = new Someone(service.url, email)
        await ann.signIn(email, password)
        const root_id = ann.rootId
        const { results } = await ann.call(listRootChildren, { root_id, include_deleted: true })
        assert.deepEqual(results.map(({ name }) => name).sort(), ['Deleted.txt', 'Kept.bin', 'Small.txt'])
        assert.deepEqual(await ann.download(file), large('second'))
        assert.equal((await ann.call(listFileRevisions, { root_id, file_id: file })).total, 2)
        const page = await fetch(new URL(link, service.url))
        assert.equal(page.status, 200)
        assert.match(await page.text(), /Kept\.bin/)
        await ann.upload('New.txt', 'written by today’s program')
      } finally {
        await service.close()
      }
      assert.deepEqual(await atInstallation(place, listProblems), [])
    }

    it('is migrated, whole, and can be used', async () => {
      const dataDir = await makeTempDir()
      const facts = unpackFolder<Facts>(release, 'installation', dataDir)
      const place: Place = {
        dataDir,
        database: { kind: 'sqlite', file: path.join(dataDir, 'holdfast.db') },
        blobs: { kind: 'disk', dir: path.join(dataDir, 'blobs') },
        dispose: async () => {},
      }
      const { code, errors } = await runCommandHere(['migrate'], settingsOf(place))
      assert.deepEqual([code, errors], [0, ''], HOW)
      await check(place, facts)
    })

    for (const stack of STACKS)
      it(`is restored on ${stack.name} from a backup that it made itself`, async () => {
        const dir = await makeTempDir()
        const facts = unpackFolder<Facts>(release, 'installation', dir)
        const place = await stack.open()
        opened.push(place)
        await copyFile(keyFileOf({ ...place, dataDir: dir }), keyFileOf(place))
        const { code, errors } = await runCommandHere(['restore', path.join(dir, 'kept')], settingsOf(place))
        assert.deepEqual([code, errors], [0, ''], HOW)
        await check(place, facts)
      })
  })

if (isStoring) void store()
else for (const release of RELEASES) void read(release)
