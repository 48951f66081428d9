import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ApiClientError } from '@holdfast/api/client'
import type { BatchRequest } from '@holdfast/api/files/sync'
import { DAY_MS, MINUTE_MS } from '@holdfast/api/time'
import { OneDevice } from '../../testkit/engine/one-device.ts'
import { TOP } from '../../testkit/model-service/entry.ts'
import { contentOf, LARGE } from '../../testkit/sim/contents.ts'
import type { Node } from '../../testkit/sim/disk-tree.ts'
import { MOST_EARLY, PAUSE_MS, SETTLE_MS } from '../core/finished.ts'
import type { Way } from '../core/local-tree.ts'
import type { Seen } from '../ports/disk.ts'
import { scan } from './scan.ts'
import { LIMITS } from './state/limits.ts'

const batches = ({ calls }: OneDevice): BatchRequest[] =>
  calls.flatMap(({ method, args }) => (method === 'applyBatch' ? [args[0] as BatchRequest] : []))
const unavailable = (seconds: string) =>
  new ApiClientError(503, { error: 'temporarily_unavailable' }, new Headers({ 'retry-after': seconds }))

describe('a root that is kept in sync', () => {
  it('sends small files by full batches, folders first, and brings files several at once', async () => {
    const bench = new OneDevice()
    const folder = bench.disk.add(bench.disk.top, 'folder', 'folder')
    for (let n = 0; n < 560; n++) bench.write(`file ${n}`, 'c1', n < 540 ? folder : bench.disk.top)
    for (let n = 0; n < 120; n++) bench.web.upload(TOP, `web ${n}`, contentOf('c1'))
    assert.equal(await bench.sync.syncOnce(), 'synced')
    assert.deepEqual(
      batches(bench).map(({ ops }) => ops.length),
      [1, 500, 60],
    )
    assert.equal(batches(bench)[0]?.ops[0]?.op, 'mkdir')
    assert.equal(bench.root.entries.size, 681)
    assert.equal(bench.disk.all().length, 681)
    // The store is not asked once for each.
    assert.ok(bench.count('commit') < 60, `${bench.count('commit')} commits`)
    const { state, reason, files, todo } = bench.sync.status()
    assert.deepEqual([state, reason, files, todo], ['synced', null, 680, { up: 0, down: 0 }])
  })

  it('sends the chunks of larger files ahead, each once, and shows how far it is', async () => {
    const bench = new OneDevice({
      limits: { ...LIMITS, inlineBelow: LARGE, largeFrom: LARGE, bundleChunks: 2 },
    })
    for (const n of [3, 6, 9]) bench.write(`file ${n}`, `c${n}`)
    bench.web.upload(TOP, 'web', contentOf('c12'))
    const shown: unknown[] = []
    bench.before = (method) => {
      if (method === 'putChunks' || method === 'stageFile') shown.push(...bench.sync.status().transfers)
    }
    assert.equal(await bench.sync.syncOnce(), 'synced')
    // Each has two of its own, and all have one in common, which the service has already.
    assert.deepEqual(
      [bench.count('findMissingChunks'), bench.count('putChunks'), bench.count('putChunk')],
      [1, 3, 0],
    )
    assert.deepEqual(
      batches(bench).map(({ inline }) => inline),
      [[]],
    )
    assert.deepEqual(
      shown.find((one) => (one as { direction: string }).direction === 'down'),
      {
        path: 'web',
        direction: 'down',
        size: LARGE + 8,
        done: 0,
      },
    )
    assert.ok(shown.some((one) => (one as { direction: string; done: number }).done > 0))
    assert.deepEqual(bench.sync.status().transfers, [])
  })

  it('leaves alone what the service would refuse, and says why', async () => {
    const bench = new OneDevice({ excludedExtensions: '.iso', maxFileSize: 50 })
    for (const name of ['a?', 'image.iso', 'fine']) bench.write(name, 'c1')
    bench.write('large', 'c3')
    assert.equal(await bench.sync.syncOnce(), 'problems')
    assert.deepEqual(bench.problems, {
      'a?': 'name_refused',
      'image.iso': 'extension_excluded',
      large: 'too_large',
    })
    assert.deepEqual(bench.remoteNames, ['fine'])
    const { state, reason } = bench.sync.status()
    assert.deepEqual([state, reason], ['attention', 'problems'])
    for (const node of bench.disk.all()) if (node.name !== 'fine') bench.disk.destroy(node)
    assert.equal(await bench.sync.syncOnce(), 'synced')
    assert.deepEqual(bench.problems, {})
  })

  it('waits for a lock of someone else, tells who has it, and tries less and less often', async () => {
    const bench = new OneDevice()
    bench.write('file', 'c1')
    await bench.sync.syncOnce()
    const [entry] = bench.root.entries.values()
    assert.ok(entry)
    bench.web.lock(entry.id)
    bench.write('file', 'c2')
    assert.equal(await bench.sync.syncOnce(), 'problems')
    const [problem] = bench.sync.status().problems
    assert.deepEqual([problem?.reason, problem?.detail, problem?.path], ['locked', 'Person 1', 'file'])
    const tries = batches(bench).length
    assert.equal(await bench.sync.syncOnce(), 'problems')
    assert.equal(batches(bench).length, tries + 1, 'whoever asks is not told to wait')
    const stop = new AbortController()
    bench.meanwhile = () => {
      const slept = bench.rests.at(-1) ?? 0
      if (slept < 40_000) return
      // It hears of the end of the lock at once.
      bench.now -= slept
      if (bench.sync.status().state === 'synced' || bench.rests.length > 50) stop.abort()
      else bench.web.unlock(entry.id)
    }
    await bench.sync.run(stop.signal)
    assert.deepEqual(bench.localNames, ['file'])
    assert.equal(bench.root.entries.get(entry.id)?.content, 'c2')
  })

  it('begins with all that there is when the service cannot read the position', async () => {
    const bench = new OneDevice()
    bench.web.upload(TOP, 'web', contentOf('c1'))
    await bench.sync.syncOnce()
    bench.web.upload(TOP, 'later', contentOf('c1'))
    const garbled = new ApiClientError(400, { error: 'invalid_request' }, new Headers())
    let isGarbled = true
    bench.before = (method) => {
      if (method === 'getSnapshot') isGarbled = false
      if (method === 'listChanges' && isGarbled) throw garbled
    }
    assert.equal(await bench.sync.syncOnce(), 'synced')
    assert.deepEqual(bench.localNames, ['later', 'web'])
  })

  it('sends nothing that people have listed, and keeps in step what is synced already', async () => {
    const bench = new OneDevice()
    bench.listIgnored('*.log\nbuild/\n')
    bench.web.upload(TOP, 'old.log', contentOf('c1'))
    const folder = bench.web.makeFolder(TOP, 'folder')
    await bench.sync.syncOnce()
    const rules = bench.write('.holdfastignore', 'c2')
    bench.write('new.log', 'c1')
    bench.write('old.log', 'c2')
    bench.write('x', 'c1', bench.disk.add(bench.disk.top, 'build', 'folder'))
    const kept = bench.disk.named(bench.disk.top, 'folder')
    bench.write('inside.log', 'c1', kept)
    assert.equal(await bench.sync.syncOnce(), 'synced')
    assert.deepEqual(bench.remoteNames, ['.holdfastignore', 'folder', 'old.log'])
    const [old] = [...bench.root.entries.values()].filter(({ name }) => name === 'old.log')
    assert.equal(old?.content, 'c2')
    // A folder is not made again for what is listed in it.
    bench.web.delete(folder)
    assert.equal(await bench.sync.syncOnce(), 'synced')
    assert.deepEqual(bench.remoteNames, ['.holdfastignore', 'old.log'])
    assert.ok(bench.localNames.includes('inside.log'))
    bench.disk.destroy(rules)
    assert.equal(await bench.sync.syncOnce(), 'synced')
    assert.deepEqual(bench.remoteNames, ['build', 'folder', 'inside.log', 'new.log', 'old.log', 'x'])
  })

  it('neither fetches nor deletes what has a name that it ignores, and says so', async () => {
    const bench = new OneDevice()
    const folder = bench.web.makeFolder(TOP, 'archive.tmp')
    bench.web.upload(bench.web.makeFolder(folder, 'inside'), 'paper.pdf', contentOf('c1'))
    for (const name of ['Thumbs.db', '.DS_Store', '~$x.docx', 'kept'])
      bench.web.upload(TOP, name, contentOf('c1'))
    const before = bench.remoteNames
    assert.equal(await bench.sync.syncOnce(), 'synced')
    assert.deepEqual(bench.localNames, ['kept'])
    bench.write('another', 'c2')
    assert.equal(await bench.sync.syncOnce(), 'synced')
    assert.deepEqual(bench.remoteNames, [...before, 'another'].sort())
    const { state, notices } = bench.sync.status()
    assert.equal(state, 'synced')
    assert.deepEqual(
      notices.map(({ path, reason }) => [path, reason]),
      ['archive.tmp', 'Thumbs.db', '.DS_Store', '~$x.docx'].map((path) => [path, 'name_ignored']),
    )
    bench.web.rename(folder, 'archive')
    assert.equal(await bench.sync.syncOnce(), 'synced')
    assert.ok(bench.localNames.includes('paper.pdf'))
    assert.equal(bench.sync.status().notices.length, 3)
  })

  it('takes what the service renames to a name that it ignores off the disk, and deletes nothing there', async () => {
    const bench = new OneDevice()
    const folder = bench.web.makeFolder(TOP, 'work')
    bench.web.upload(folder, 'paper', contentOf('c1'))
    await bench.sync.syncOnce()
    const work = bench.disk.named(bench.disk.top, 'work')
    bench.write('unsent', 'c2', work)
    bench.web.rename(folder, 'work.tmp')
    assert.equal(await bench.sync.syncOnce(), 'synced')
    assert.deepEqual(bench.localNames, ['unsent', 'work'])
    assert.deepEqual(bench.remoteNames, ['paper', 'unsent', 'work', 'work.tmp'])
  })

  it('brings what its user renames to a name that it ignores again, and deletes nothing on the service', async () => {
    const bench = new OneDevice()
    bench.web.upload(bench.web.makeFolder(TOP, 'work'), 'paper', contentOf('c1'))
    bench.web.upload(TOP, 'note', contentOf('c2'))
    await bench.sync.syncOnce()
    for (const name of ['work', 'note']) {
      const node = bench.disk.named(bench.disk.top, name)
      if (node) bench.disk.detach(node)
      if (node) bench.disk.attach(node, bench.disk.top, `${name}.tmp`)
    }
    assert.equal(await bench.sync.syncOnce(), 'synced')
    assert.deepEqual(bench.remoteNames, ['note', 'paper', 'work'])
    assert.deepEqual(bench.localNames, ['note', 'note.tmp', 'paper', 'paper', 'work', 'work.tmp'])
  })

  it('waits for a yes before rules of somebody else count for files that are here, and tells what they keep back', async () => {
    const bench = new OneDevice()
    bench.write('thesis.docx', 'c1')
    assert.equal(await bench.sync.syncOnce(), 'synced')
    bench.listIgnored('*.docx')
    const rules = bench.web.upload(TOP, '.holdfastignore', contentOf('c2'))
    assert.equal(await bench.sync.syncOnce(), 'problems')
    bench.write('second.docx', 'c4')
    assert.equal(await bench.sync.syncOnce(), 'problems')
    assert.deepEqual(bench.remoteNames, ['.holdfastignore', 'second.docx', 'thesis.docx'])
    const [waiting] = bench.sync.status().problems
    assert.deepEqual(
      [waiting?.path, waiting?.reason, waiting?.detail],
      ['.holdfastignore', 'rules_waiting', '1 file; changed by Person 1, 2027-01-01'],
    )
    assert.equal(bench.sync.acceptRules(), true)
    bench.write('third.docx', 'c5')
    assert.equal(await bench.sync.syncOnce(), 'synced')
    assert.ok(!bench.remoteNames.includes('third.docx'))
    const [notice] = bench.sync.status().notices
    assert.deepEqual(
      [notice?.reason, notice?.detail],
      ['not_sent', '1 file; changed by Person 1, 2027-01-01'],
    )
    // What others take away begins to be sent only after a yes as well.
    bench.web.delete(rules)
    assert.equal(await bench.sync.syncOnce(), 'problems')
    assert.ok(!bench.remoteNames.includes('third.docx'))
    assert.equal(bench.sync.acceptRules(), true)
    assert.equal(await bench.sync.syncOnce(), 'synced')
    assert.ok(bench.remoteNames.includes('third.docx'))
    assert.equal(bench.sync.acceptRules(), false)
  })

  it('lets rules of somebody else count at once where no file here is affected, also after a restart', async () => {
    const bench = new OneDevice()
    bench.write('note', 'c1')
    await bench.sync.syncOnce()
    bench.listIgnored('*.iso')
    bench.web.upload(TOP, '.holdfastignore', contentOf('c2'))
    assert.equal(await bench.sync.syncOnce(), 'synced')
    bench.write('disk.iso', 'c4')
    bench.web.upload(TOP, 'other.iso', contentOf('c5'))
    assert.equal(await bench.sync.syncOnce(), 'synced')
    assert.deepEqual(bench.remoteNames, ['.holdfastignore', 'note', 'other.iso'])
    assert.deepEqual(bench.localNames, ['.holdfastignore', 'disk.iso', 'note'])
    const reasons = bench.sync.status().notices.map(({ path, reason }) => [path, reason])
    assert.deepEqual(reasons, [
      ['.holdfastignore', 'not_sent'],
      ['other.iso', 'listed'],
    ])
  })

  it('tells of what is in no listing after any look that meets it, and forgets it with the next', async () => {
    const bench = new OneDevice()
    const folder = bench.disk.add(bench.disk.top, 'mnt', 'folder')
    const inner = bench.disk.add(folder, 'inner', 'folder')
    await bench.sync.syncOnce()
    const { engine } = bench.sync
    assert.ok(engine)
    bench.disk.covered.add(inner)
    await scan(engine, [folder.id])
    assert.deepEqual(bench.problems, { 'mnt/inner': 'other_volume' })
    bench.disk.covered.clear()
    await scan(engine, [folder.id])
    assert.deepEqual(bench.problems, {})
  })

  it('counts together what goes within minutes, before it stops for a person to look', async () => {
    const bench = new OneDevice({ limits: { ...LIMITS, brakeFiles: 3 } })
    for (let n = 0; n < 12; n++) bench.write(`file ${n}`, 'c1')
    await bench.sync.syncOnce()
    const destroy = (): Promise<unknown> => {
      for (const node of bench.disk.all().slice(-2)) bench.disk.destroy(node)
      return bench.sync.syncOnce()
    }
    assert.equal(await destroy(), 'synced')
    bench.now += 11 * MINUTE_MS
    assert.equal(await destroy(), 'synced')
    bench.now += 9 * MINUTE_MS
    assert.equal(await destroy(), 'problems')
    const { state, wouldGo } = bench.sync.status()
    assert.deepEqual([state, wouldGo, bench.remoteNames.length], ['paused', { here: 0, there: 2 }, 8])
    bench.sync.resume({ confirm: true })
    assert.equal(await bench.sync.syncOnce(), 'synced')
    assert.equal(await destroy(), 'synced')
    assert.equal(bench.remoteNames.length, 4)
  })

  it('goes on sending while the disk is full, and brings the rest when it is not', async () => {
    const bench = new OneDevice()
    for (let n = 0; n < 20; n++) bench.web.upload(TOP, `web ${n}`, contentOf('c1'))
    bench.write('mine', 'c2')
    bench.disk.whyRefuses = () => (bench.calls.at(-1)?.method.startsWith('stageFile') ? 'full' : undefined)
    assert.equal(await bench.sync.syncOnce(), 'problems')
    assert.equal(bench.problems['web 0'], 'disk_full')
    assert.ok(bench.remoteNames.includes('mine'))
    assert.ok(bench.count('stageFile') < 20)
    bench.disk.whyRefuses = () => undefined
    bench.now += DAY_MS
    assert.equal(await bench.sync.syncOnce(), 'synced')
    assert.equal(bench.disk.all().length, 21)
  })

  it('takes a folder that it may not look into for what it was, and nothing in it for deleted', async () => {
    const bench = new OneDevice()
    const outer = bench.disk.add(bench.disk.top, 'outer', 'folder')
    bench.write('file', 'c1', bench.disk.add(outer, 'inner', 'folder'))
    await bench.sync.syncOnce()
    bench.disk.closed.add(outer)
    for (let n = 0; n < 4; n++) assert.notEqual(await bench.sync.syncOnce(), 'synced')
    assert.deepEqual(bench.problems, { outer: 'disk_denied' })
    assert.deepEqual(bench.remoteNames, ['file', 'inner', 'outer'])
    bench.disk.closed.clear()
    assert.equal(await bench.sync.syncOnce(), 'synced')
  })

  it('does not send what someone is writing to', async () => {
    const bench = new OneDevice()
    const node = bench.write('file', 'c1')
    node.isHalf = true
    let looks = 0
    bench.meanwhile = () => {
      if (++looks === 5) bench.disk.write(node, 'c2')
      if (looks === 5) node.isHalf = false
    }
    assert.equal(await bench.sync.syncOnce(), 'synced')
    assert.deepEqual(
      batches(bench).flatMap(({ inline }) => inline.map(({ sha256 }) => sha256)),
      ['c2'],
    )
    assert.ok(bench.rests.length >= 5)
    assert.ok(bench.rests.filter((rest) => rest >= 2000).length >= 2, 'it changes too often to look finished')
  })

  it('sends a save that looks finished after a moment, and looks at it again once every edit shows', async () => {
    const bench = new OneDevice()
    await bench.sync.syncOnce()
    bench.write('file', 'c1')
    bench.rests.length = 0
    assert.equal(await bench.sync.syncOnce(), 'synced')
    assert.deepEqual(bench.remoteNames, ['file'])
    assert.deepEqual(bench.rests, [PAUSE_MS])
  })

  it('waits longer for files that do not look finished', async () => {
    const rests = async (change: (bench: OneDevice, node: Node) => void, content = 'c1') => {
      const bench = new OneDevice()
      await bench.sync.syncOnce()
      bench.rests.length = 0
      change(bench, bench.write('file', content))
      assert.equal(await bench.sync.syncOnce(), 'synced')
      return bench.rests
    }
    const inUse = ({ disk }: OneDevice, { name }: Node) => disk.inUse.add(name)
    assert.deepEqual(await rests(inUse), [SETTLE_MS])
    const many = (bench: OneDevice) => {
      for (let n = 1; n < MOST_EARLY; n++) bench.write(`file ${n}`, 'c1')
    }
    assert.deepEqual(await rests(many), [SETTLE_MS])
    const open = ({ disk }: OneDevice, node: Node) => disk.open.add(node)
    assert.deepEqual(await rests(open), [PAUSE_MS, SETTLE_MS - PAUSE_MS])
  })

  it('takes no file off the disk that it has read so soon that the next edit may not show', async () => {
    const bench = new OneDevice()
    const file = bench.web.upload(TOP, 'file', contentOf('c1'))
    await bench.sync.syncOnce()
    bench.disk.timed = () => bench.now
    bench.disk.isCoarse = true
    const node = bench.write('file', 'c2')
    let isSent = false
    bench.before = (method) => {
      if (isSent && method === 'listChanges') {
        isSent = false
        bench.web.uploadRevision(file, contentOf('c4'))
        bench.disk.write(node, 'c5')
      }
      isSent ||= method === 'applyBatch' && bench.disk.named(bench.disk.top, 'file') === node
    }
    assert.equal(await bench.sync.syncOnce(), 'synced')
    const live = [...bench.root.entries.values()].flatMap((entry) => (bench.root.isLive(entry) ? entry : []))
    assert.deepEqual(live.map(({ content }) => content).sort(), ['c4', 'c5'])
  })

  it('looks less and less often at what is written for hours, and does not wait for it when asked to sync once', async () => {
    const bench = new OneDevice()
    bench.write('log', 'c1').isHalf = true
    bench.write('file', 'c2')
    assert.equal(await bench.sync.syncOnce(), 'problems')
    assert.deepEqual(bench.remoteNames, ['file'])
    const longer = bench.rests.slice(4)
    assert.deepEqual(
      [...longer].sort((one, other) => one - other),
      longer,
    )
    assert.ok((bench.rests.at(-1) ?? 0) > 10_000)
  })

  it('reads many files by and by, without a rest in between', async () => {
    const bench = new OneDevice({ limits: { ...LIMITS, readFiles: 2 } })
    for (let n = 0; n < 9; n++) bench.write(`file ${n}`, 'c1').isFresh = false
    bench.before = (method) => {
      if (method === 'applyBatch') assert.deepEqual(bench.rests, [])
    }
    assert.equal(await bench.sync.syncOnce(), 'synced')
    assert.equal(bench.remoteNames.length, 9)
  })

  it('renames nothing where people are to decide, and goes on when they have', async () => {
    const bench = new OneDevice({ manualCollisions: true })
    bench.web.upload(TOP, 'file', contentOf('c1'))
    const mine = bench.write('file', 'c2')
    assert.equal(await bench.sync.syncOnce(), 'problems')
    assert.deepEqual(bench.problems, { file: 'name_clash' })
    assert.deepEqual([bench.localNames, bench.remoteNames], [['file'], ['file']])
    bench.disk.detach(mine)
    bench.disk.attach(mine, bench.disk.top, 'mine')
    assert.equal(await bench.sync.syncOnce(), 'synced')
    assert.deepEqual(bench.localNames, ['file', 'mine'])
  })

  it('says what it may not change, and what is lost or paused', async () => {
    const bench = new OneDevice({ readOnly: true })
    bench.root.roles.set(bench.device.personId, 'view')
    bench.web.upload(TOP, 'web', contentOf('c1'))
    bench.write('mine', 'c2')
    assert.equal(await bench.sync.syncOnce(), 'problems')
    assert.deepEqual(bench.problems, { mine: 'read_only' })
    assert.deepEqual(bench.localNames, ['mine', 'web'])
    const how = () => {
      const { state, reason } = bench.sync.status()
      return `${state} ${reason}`
    }
    bench.root.roles.clear()
    assert.equal(await bench.sync.syncOnce(), 'problems')
    assert.equal(how(), 'failed access_lost')
    bench.root.roles.set(bench.device.personId, 'view')
    bench.disk.isMounted = false
    assert.equal(await bench.sync.syncOnce(), 'problems')
    assert.equal(how(), 'failed disk_gone')
    bench.disk.isMounted = true
    bench.sync.pause()
    assert.equal(how(), 'paused asked')
    bench.sync.resume()
    assert.equal(await bench.sync.syncOnce(), 'problems')
    assert.equal(how(), 'attention problems')
    assert.deepEqual(bench.localNames, ['mine', 'web'])
  })

  it('leaves a service alone for as long as that asks for, and gives up in the end when asked to sync once', async () => {
    const bench = new OneDevice()
    bench.before = (method) => {
      if (method === 'getSnapshot') throw unavailable('77')
    }
    assert.equal(await bench.sync.syncOnce(), 'cut_off')
    assert.deepEqual(bench.rests, [77_000, 77_000, 77_000])
    assert.equal(bench.sync.status().reason, 'offline')
  })

  it('has nobody who asks to sync wait longer because others try as well', async () => {
    const bench = new OneDevice()
    bench.before = (method) => {
      if (method === 'getSnapshot') throw unavailable('0')
    }
    const asked = [1, 2, 3].map(() => bench.sync.syncOnce())
    assert.deepEqual(await Promise.all(asked), ['cut_off', 'cut_off', 'cut_off'])
    assert.equal(bench.rests.length, 9)
    assert.ok(Math.max(...bench.rests) <= 8000, `${bench.rests}`)
  })

  it('holds its changes back while somebody looks at them, reads on, and goes on by itself', async () => {
    const bench = new OneDevice()
    await bench.sync.syncOnce()
    bench.write('mine', 'c1')
    bench.web.upload(TOP, 'web', contentOf('c2'))
    const body = { error: 'temporarily_unavailable', error_reason: 'device_paused' }
    bench.before = (method) => {
      if (method === 'applyBatch') throw new ApiClientError(503, body, new Headers({ 'retry-after': '60' }))
    }
    assert.equal(await bench.sync.syncOnce(), 'problems')
    const { state, reason, problems } = bench.sync.status()
    assert.deepEqual([state, reason, problems], ['paused', 'held_back', []])
    assert.deepEqual([bench.localNames, bench.remoteNames], [['mine', 'web'], ['web']])
    bench.before = () => {}
    const stop = new AbortController()
    const sent = batches(bench).length
    bench.meanwhile = () => {
      if (bench.remoteNames.length > 1) stop.abort()
      else assert.equal(batches(bench).length, sent, 'it asks no sooner')
    }
    await bench.sync.run(stop.signal)
    assert.deepEqual(bench.remoteNames, ['mine', 'web'])
  })

  it('runs until it is stopped, and looks as soon as it is woken', async () => {
    const bench = new OneDevice()
    const stop = new AbortController()
    let rests = 0
    bench.meanwhile = () => {
      if (++rests === 1) bench.write('file', 'c1')
      if (rests === 1) bench.sync.wake()
      if (bench.remoteNames.length > 0) stop.abort()
    }
    await bench.sync.run(stop.signal)
    assert.deepEqual(bench.remoteNames, ['file'])
  })

  it('forgets after a day that it waits for the word of the log', async () => {
    const bench = new OneDevice()
    await bench.sync.syncOnce()
    bench.write('file', 'c1')
    bench.before = (method) => {
      if (method === 'applyBatch') throw new Error('The line broke.')
    }
    await bench.sync.syncOnce()
    const left = () => [...bench.store.load().intents].length
    assert.ok(left() > 0)
    bench.before = () => {}
    await bench.sync.syncOnce()
    for (let days = 0; days < 2; days++) {
      bench.now += DAY_MS
      await bench.sync.syncOnce()
    }
    assert.equal(left(), 0)
  })

  it('begins anew from what is stored when that cannot be written', async () => {
    const bench = new OneDevice()
    bench.write('file', 'c1')
    let fails = 3
    bench.before = (method) => {
      if (method === 'commit' && fails-- > 0) throw new Error('database or disk is full')
    }
    assert.equal(await bench.sync.syncOnce(), 'problems')
    assert.equal(bench.sync.status().reason, 'disk_trouble')
    while (fails > 0) await bench.sync.syncOnce()
    assert.equal(await bench.sync.syncOnce(), 'synced')
    assert.deepEqual(bench.remoteNames, ['file'])
  })

  it('removes what the service has when it leaves, and nothing else', async () => {
    const bench = new OneDevice()
    const folder = bench.disk.add(bench.disk.top, 'folder', 'folder')
    for (let n = 0; n < 120; n++) bench.write(`file ${n}`, 'c1', folder)
    bench.write('edited', 'c2')
    await bench.sync.syncOnce()
    bench.write('edited', 'c3')
    bench.write('new', 'c4')
    bench.disk.whyRefuses = () =>
      bench.calls.at(-1)?.method === 'remove' && bench.count('remove') === 7 ? 'busy' : undefined
    assert.deepEqual(await bench.sync.leave(bench.server.epoch), { removed: 119, kept: 3 })
    assert.equal(bench.disk.all().length, 4)
    assert.deepEqual(bench.localNames.slice(0, 1), ['edited'])
    assert.equal(bench.remoteNames.length, 122)
  })

  it('leaves what it may have deleted on the service itself and what was brought back since', async () => {
    const bench = new OneDevice()
    const [moved, copied] = [bench.write('moved', 'c1'), bench.write('copied', 'c2')]
    await bench.sync.syncOnce()
    for (const node of [moved, copied]) bench.disk.detach(node)
    bench.before = (method) => {
      if (method === 'commit' && bench.calls.at(-1)?.method === 'applyBatch') throw new Error('No power.')
    }
    assert.equal(await bench.sync.syncOnce(), 'problems')
    assert.deepEqual(bench.remoteNames, [])
    bench.before = () => {}
    bench.disk.attach(moved, bench.disk.top, 'moved')
    bench.write('copied', 'c2')
    bench.root.roles.delete(bench.device.personId)
    assert.deepEqual(await bench.sync.leave(bench.server.epoch), { removed: 0, kept: 2 })
    assert.deepEqual(bench.localNames, ['copied', 'moved'])
  })

  it('takes no name for durable in a folder that was moved before it could be made so', async () => {
    const bench = new OneDevice()
    const id = bench.web.makeFolder(TOP, 'folder')
    await bench.sync.syncOnce()
    bench.web.upload(id, 'file', contentOf('c1'))
    const [folder] = bench.disk.all()
    bench.before = (method) => {
      if (method !== 'flush' || folder?.name !== 'folder') return
      bench.disk.detach(folder)
      bench.disk.attach(folder, bench.disk.top, 'moved')
    }
    assert.equal(await bench.sync.syncOnce(), 'problems')
    assert.equal(await bench.sync.syncOnce(), 'synced')
    bench.disk.losePower()
    assert.equal(await bench.sync.syncOnce(), 'synced')
    assert.deepEqual(
      [bench.remoteNames, bench.localNames],
      [
        ['file', 'moved'],
        ['file', 'moved'],
      ],
    )
  })

  it('does not forget what was synced in a folder that it cannot look into when it begins', async () => {
    for (const refused of [['list'], ['list', 'remove', 'flush']]) {
      const bench = new OneDevice()
      const id = bench.web.makeFolder(TOP, 'folder')
      const file = bench.web.upload(id, 'file', contentOf('c1'))
      await bench.sync.syncOnce()
      bench.disk.isMounted = false
      await bench.sync.syncOnce()
      bench.disk.isMounted = true
      const isInFolder = ({ method, args: [of] }: (typeof bench.calls)[number]) =>
        refused.includes(method) && (method === 'remove' ? (of as Seen).folder : (of as Way)).length > 0
      bench.disk.whyRefuses = () => (bench.calls.slice(-1).some(isInFolder) ? 'denied' : undefined)
      bench.web.delete(file)
      bench.web.delete(id)
      bench.web.upload(TOP, 'other', contentOf('c2'))
      await bench.sync.syncOnce()
      assert.ok(bench.localNames.includes('other'))
      bench.disk.whyRefuses = () => undefined
      assert.equal(await bench.sync.syncOnce(), 'synced')
      assert.deepEqual([bench.remoteNames, bench.localNames], [['other'], ['other']])
    }
  })

  it('sends what changes in a file whose new name the service cannot hold, under its old one', async () => {
    const bench = new OneDevice()
    const file = bench.write('file', 'c1')
    await bench.sync.syncOnce()
    bench.disk.detach(file)
    const folder = bench.disk.add(bench.disk.top, 'what?', 'folder')
    bench.disk.attach(file, folder, 'file')
    bench.disk.write(file, 'c2')
    await bench.sync.syncOnce()
    assert.deepEqual(bench.problems, { 'what?': 'name_refused' })
    assert.deepEqual(
      [...bench.root.entries.values()].map(({ name, content }) => [name, content]),
      [['file', 'c2']],
    )
  })

  it('brings back a deleted folder for what was in it and has a name now that the service cannot hold', async () => {
    const bench = new OneDevice()
    const folder = bench.disk.add(bench.disk.top, 'folder', 'folder')
    const file = bench.write('file', 'c1', folder)
    await bench.sync.syncOnce()
    bench.disk.detach(file)
    bench.disk.attach(file, bench.disk.top, 'what?')
    bench.disk.destroy(folder)
    await bench.sync.syncOnce()
    assert.deepEqual(
      [bench.remoteNames, bench.localNames],
      [
        ['file', 'folder'],
        ['folder', 'what?'],
      ],
    )
  })

  it('takes a name that an exchange has left on the service for one like others', async () => {
    const bench = new OneDevice()
    const [one, other] = [bench.write('one', 'c1'), bench.write('other', 'c2')]
    await bench.sync.syncOnce()
    const aside = [...bench.root.entries.values()].find(({ name }) => name === 'one')?.id ?? assert.fail()
    bench.web.rename(aside, `.~swap-${aside}`)
    await bench.sync.syncOnce()
    for (const node of [one, other]) bench.disk.detach(node)
    bench.disk.attach(one, bench.disk.top, 'other')
    bench.disk.attach(other, bench.disk.top, `.~swap-${aside}`)
    assert.equal(await bench.sync.syncOnce(), 'synced')
    assert.deepEqual([...bench.root.entries.values()].map(({ name, content }) => [name, content]).sort(), [
      [`.~swap-${aside}`, 'c2'],
      ['other', 'c1'],
    ])
  })

  it('says of which items it could not decide what they are the same as', async () => {
    const bench = new OneDevice()
    // Each has a greater id than the one in it: a plan decides about one after the other, from the top down.
    const [inner, middle, outer] = ['c', 'b', 'a'].map((name) => bench.web.makeFolder(TOP, name))
    bench.web.move(inner ?? TOP, middle ?? TOP)
    bench.web.move(middle ?? TOP, outer ?? TOP)
    let folder = bench.disk.top
    for (const name of ['a', 'b', 'c']) folder = bench.disk.add(folder, name, 'folder')
    const limitPasses = (most: number) => {
      const trees = bench.sync.engine?.state.trees
      if (trees) trees.mostPasses = most
    }
    bench.before = (method) => {
      if (method === 'getSnapshot') limitPasses(2)
    }
    const told: Record<string, string>[] = []
    bench.sync.onRound = () => {
      told.push(bench.problems)
      limitPasses(1000)
    }
    assert.equal(await bench.sync.syncOnce(), 'synced')
    assert.deepEqual(told[0], { 'a/b': 'undecided' })
    assert.deepEqual(told.at(-1), {})
  })
})
