import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it, mock } from 'node:test'
import { connection, type Line } from '../../platform/connection.ts'
import { type Heard, Listening, type News } from './listening.ts'
import { type Lost, watchLost } from './told-line.ts'

const FIVE_S = 5000
const BACK_AGAIN_MS = 15_000

/** What a server answers, a moment later. */
const soon: (() => void)[] = []
/** Time passes as it does: what one timer starts, the next step meets. */
const pass = (ms: number) => {
  for (let gone = 0; gone < ms; gone += 10) {
    mock.timers.tick(10)
    for (const answer of soon.splice(0)) answer()
  }
}

/** A server whose streams a test opens and ends. */
function makeServer() {
  const server = { isThere: true, isOnline: true, asked: [] as (string | undefined)[], told: [] as News[] }
  let heard: Heard | undefined
  const open = (position: string | undefined, next: Heard) => {
    server.asked.push(position)
    heard = next
    soon.push(() => (server.isThere ? next.hello() : next.end('ended')))
    return () => {}
  }
  const tell = (news: News) => {
    server.told.push(news)
    if (news.kind === 'line') connection.set(news.line)
  }
  const listening = new Listening(open, tell, () => server.isOnline)
  return { server, listening, now: () => heard ?? assert.fail() }
}

describe('a lost connection', () => {
  before(() => mock.timers.enable({ apis: ['setTimeout', 'Date'] }))
  after(() => mock.timers.reset())
  const shown: (Lost | undefined)[] = []
  let stop = () => {}
  const start = () => {
    connection.set({ kind: 'live' })
    shown.length = 0
    const made = makeServer()
    stop = watchLost((lost) => shown.push(lost))
    pass(10)
    return made
  }
  const kinds = () => shown.map((lost) => lost?.kind)
  afterEach(() => stop())

  it('is told of within five seconds, however often it is tried, and comes back by itself', () => {
    const { server, now } = start()
    now().position('7')
    server.isThere = false
    const since = Date.now()
    now().end('ended')
    pass(FIVE_S)
    assert.deepEqual(shown.at(-1), { kind: 'reconnecting', since })
    pass(60_000)
    assert.deepEqual(shown.at(-1), { kind: 'reconnecting', since })
    assert.ok(server.asked.length < 15, String(server.asked.length))
    server.isThere = true
    pass(BACK_AGAIN_MS)
    assert.equal(shown.at(-1), undefined)
    assert.equal(server.asked.at(-1), '7')
  })

  it('is nobody’s business when it is short', () => {
    const { now } = start()
    now().end('ended')
    pass(FIVE_S)
    assert.deepEqual([...new Set(kinds())], [undefined])
  })

  it('is noticed by a request that gets no answer, and by the browser', () => {
    const { server, listening } = start()
    server.isThere = false
    listening.doubt()
    pass(FIVE_S)
    assert.equal(shown.at(-1)?.kind, 'reconnecting')
    server.isOnline = false
    listening.doubt()
    assert.equal(shown.at(-1)?.kind, 'offline')
    Object.assign(server, { isOnline: true, isThere: true })
    pass(60_000)
    server.isThere = false
    listening.doubt()
    pass(60_000)
    server.isThere = true
    listening.doubt()
    // Without waiting for the next try.
    pass(1100)
    assert.equal(shown.at(-1), undefined)
  })

  it('is none where someone is signed out, and begins anew where the server did', () => {
    const { server, now } = start()
    now().position('7')
    now().end('refused')
    pass(FIVE_S)
    assert.equal(shown.at(-1), undefined)
    pass(FIVE_S)
    now().end('reset')
    pass(FIVE_S)
    assert.deepEqual(server.asked.at(-1), undefined)
    const lines = server.told.filter((news): news is { kind: 'line'; line: Line } => news.kind === 'line')
    assert.equal(lines.at(-1)?.line.kind, 'live')
    assert.ok(server.told.some(({ kind }) => kind === 'reset'))
  })
})
