import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { setTimeout as slowness } from 'node:timers/promises'
import { deleteFile, listRootChildren } from '@holdfast/api/files/files'
import { sampleBytes } from '@holdfast/server/testkit/content/sample-bytes'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { s3BehindProxy } from '@holdfast/server/testkit/servers/behind-proxy'
import type { Fault } from '@holdfast/server/testkit/servers/faulty-proxy'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { type Answer, type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { pino } from 'pino'

const MIB = 1024 * 1024
/** Enough for a blob, which the proxy passes on in several pieces. */
const BLOB = 70_000
const LIMITS = { tryMs: 200, pauseMs: 10 }
const [SMALL_STACK] = STACKS as [Stack]

const isHead = (bytes: Buffer) => bytes.subarray(0, 8).toString() === 'HTTP/1.1'
const ERROR = Buffer.from('HTTP/1.1 503 Slow Down\r\ncontent-length: 0\r\n\r\n')

describe('a service whose S3 server', () => {
  const stack = s3BehindProxy(LIMITS)
  const logged: Record<string, unknown>[] = []
  const log = pino({ level: 'error' }, { write: (line) => logged.push(JSON.parse(line)) })
  const world = useWorld(stack, { log })
  let ann: Someone
  const bytes = sampleBytes(BLOB, 'kept')
  let kept: Awaited<ReturnType<Someone['upload']>>
  before(async () => {
    ann = await world.person()
    kept = await ann.upload('kept.bin', bytes)
  })

  const download = () =>
    world.request(`/api/2/files/${ann.rootId}/${kept.id}/download`, { headers: ann.bearer })
  function upload(name: string, size: number): Promise<Answer> {
    const body = new FormData()
    body.set('file', new Blob([sampleBytes(size, name)]), name)
    return world.request(`/api/2/files/${ann.rootId}/upload`, { method: 'POST', headers: ann.bearer, body })
  }
  function assertPause({ status, error, headers }: Answer): void {
    assert.deepEqual([status, error], [503, 'temporarily_unavailable'])
    assert.ok(Number(headers.get('retry-after')) > 0)
  }

  /** So many answers go wrong, in a way of their own; then all is well. */
  function failing(times: number, how: (bytes: Buffer) => Buffer | undefined): Fault {
    let [left, broken] = [times, false]
    return (piece) => {
      if (isHead(piece)) broken = left-- > 0
      return broken ? how(piece) : piece
    }
  }

  const OUTAGES: [name: string, begin: Fault][] = [
    ['is gone', 'down'],
    ['vanishes without a word', 'silent'],
    ['answers every request with an error', (piece) => (isHead(piece) ? ERROR : undefined)],
    ['breaks off every answer', () => undefined],
  ]
  for (const [name, fault] of OUTAGES)
    it(`${name} pauses what needs it, and nothing else`, async () => {
      for (let n = 0; n < rounds(1, 20); n++) {
        stack.proxy.set(fault)
        stack.proxy.cut()
        for (const answer of await Promise.all([download(), upload(`${name} ${n}`, BLOB)]))
          assertPause(answer)
        // Lists, small files and deleting need no blob.
        const small = await upload(`small, ${name} ${n}.txt`, 100)
        assert.equal(small.status, 200)
        await ann.call(deleteFile, { root_id: ann.rootId, file_id: Number(small.body.id) as never })
        await ann.call(listRootChildren, { root_id: ann.rootId })
        stack.proxy.set(undefined)
        stack.proxy.cut()
        assert.ok((await ann.download(kept.id)).equals(bytes), 'it is all as before')
        assert.equal((await upload(`${name} ${n}`, BLOB)).status, 200)
      }
    })

  it('fails is a few lines in the log, without stacks', () => {
    assert.ok(logged.length > 0)
    for (const { outage, why, err } of logged)
      assert.deepEqual([outage, /could not be/.test(String(why)), err], ['blobs', true, undefined])
  })

  for (const [name, how] of [
    ['answers twice with an error', () => ERROR],
    ['breaks off two answers in the middle', (piece: Buffer) => (isHead(piece) ? piece : undefined)],
    ['falls silent twice in the middle', (piece: Buffer) => (isHead(piece) ? piece : Buffer.alloc(0))],
  ] as const)
    it(`${name} is asked a third time, and nobody notices`, async () => {
      stack.proxy.set(failing(2, how))
      assert.ok((await ann.download(kept.id)).equals(bytes))
      if (name.includes('error')) {
        stack.proxy.set(failing(2, how))
        assert.equal((await upload(`${name}.bin`, BLOB)).status, 200)
      }
      stack.proxy.set(undefined)
    })

  it('takes long for each answer is waited for', async () => {
    stack.proxy.set(async (piece) => {
      await slowness(60)
      return piece
    })
    const { status, body } = await upload('slow.bin', 3 * MIB)
    assert.equal(status, 200)
    assert.ok((await ann.download(body.id as never)).equals(sampleBytes(3 * MIB, 'slow.bin')))
    stack.proxy.set(undefined)
  })
})

describe('a store of blobs that is slow', () => {
  const world = useWorld(SMALL_STACK)

  it('is asked for many pieces at once, and one reader holds few of them', async () => {
    const ann = await world.person()
    const bytes = sampleBytes(6 * MIB, 'slow')
    const { id } = await ann.upload('slow.bin', bytes)
    const { blobs } = world.service.ctx
    const get = blobs.get.bind(blobs)
    let answers = 0
    let [answering, together, most] = [undefined as Promise<void> | undefined, 0, 0]
    // All that is asked for until an answer comes is answered with it.
    blobs.get = async (...asked) => {
      answering ??= slowness(100).then(() => {
        answers++
        answering = undefined
        together = 0
      })
      most = Math.max(most, ++together)
      await answering
      return get(...asked)
    }
    assert.ok((await ann.download(id)).equals(bytes))
    assert.ok(answers <= 3, `${answers} answers one after the other`)
    assert.ok(most <= 9, `${most} pieces at once`)
  })
})
