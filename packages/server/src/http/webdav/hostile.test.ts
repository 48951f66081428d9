import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { numbers } from '@holdfast/server/testkit/content/numbers'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'
import { DavProgram, EXCLUSIVE } from '@holdfast/server/testkit/webdav/dav-program'

const REQUESTS = rounds(300, 10_000)
const METHODS = [
  'GET',
  'PUT',
  'DELETE',
  'PROPFIND',
  'PROPPATCH',
  'MKCOL',
  'COPY',
  'MOVE',
  'LOCK',
  'UNLOCK',
  'OPTIONS',
]
const NAMES = [
  ...[
    'a.txt',
    'A.TXT',
    'b',
    'b.tmp',
    'folder',
    'My files',
    'Backups',
    '..',
    '.',
    '%',
    '%2e%2e',
    'ü\u0301',
    '𝕏',
    ' ',
    'a.',
    'con',
  ],
  ...[
    'a\u0000b',
    'a\nb',
    '<x>',
    '"',
    "'",
    '&amp;',
    ']]>',
    'x'.repeat(260),
    '.holdfast-root',
    '~$a.docx',
    '-',
  ],
]
const BODIES = [
  ...[
    '',
    'x',
    '<',
    '<a/>',
    '<a><b></a>',
    '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>',
    '\u0000',
    EXCLUSIVE,
  ],
  ...[
    '<propfind xmlns="DAV:"><prop><x xmlns="urn:y"/></prop></propfind>',
    '<propertyupdate xmlns="DAV:"><set><prop><x xmlns="">y</x></prop></set></propertyupdate>',
  ],
  `<propfind xmlns="DAV:"><prop>${'<p/>'.repeat(300)}</prop></propfind>`,
  `<?xml version="1.0"?>${'<a>'.repeat(70)}`,
]
const HEADERS: readonly (readonly [string, readonly string[]])[] = [
  ['depth', ['0', '1', 'infinity', '2', '']],
  [
    'destination',
    ['', '/', 'dav', 'https://elsewhere.test/dav/a', '/dav/%', '/dav/../../x', '/api/2/person', '//', '#'],
  ],
  ['overwrite', ['T', 'F', 'x']],
  [
    'if',
    [
      '(<a>)',
      '()',
      '(',
      '<x> (["a"])',
      '(Not <DAV:no-lock>)',
      '([])',
      '(<opaquelocktoken:x> ["y"]) (Not <z>)',
    ],
  ],
  ['if-match', ['*', '"x"', 'x, y', '']],
  ['if-none-match', ['*', '"x"']],
  ['lock-token', ['<a>', 'a', '']],
  ['timeout', ['Infinite', 'Second-0', 'Second-99999999999999', 'x']],
  ['range', ['bytes=0-', 'bytes=9-1', 'bytes=-', 'lines=1']],
  ['content-range', ['bytes 0-1/2']],
  ['x-oc-mtime', ['0', '-1', '1e99', '99999999999999', 'x', '1700000000.5']],
  ['oc-checksum', ['SHA1:x', 'x', 'MD5:']],
  ['content-type', ['text/xml', 'multipart/form-data', '/']],
]

for (const stack of STACKS)
  describe(`requests that no program sends, on ${stack.name}`, { timeout: 600_000 }, () => {
    const world = useWorld(stack)

    it('are refused as what they are, and leave everything in order', async () => {
      const ann = await world.person()
      const program = new DavProgram(world, ann.email)
      const next = numbers(Number(process.env.SEED ?? 17))
      const pick = <T>(list: readonly T[]): T => list[next(list.length)] as T
      const pathOf = () =>
        `/${['My files', ...Array.from({ length: next(3) }, () => pick(NAMES))].slice(next(8) === 0 ? 1 : 0).join('/')}`
      for (let n = 0; n < REQUESTS; n++) {
        const method = pick(METHODS)
        const headers: Record<string, string> = {}
        for (let h = next(4); h > 0; h--) {
          const [name, values] = pick(HEADERS)
          headers[name] = pick(values)
        }
        if ((method === 'MOVE' || method === 'COPY') && next(3) > 0)
          headers.destination = program.address(pathOf())
        const body = method === 'GET' ? undefined : pick(BODIES)
        const path = pathOf()
        const answer = await program.send(method, path, { headers, ...(body !== undefined && { body }) })
        const told = `${n}: ${method} ${JSON.stringify(path)} ${JSON.stringify({ headers, body })}: ${answer.status} ${answer.body}`
        assert.ok(answer.status < 500 || answer.status === 502 || answer.status === 507, told)
        assert.doesNotMatch(answer.body, /root:x:0/)
      }
      await checkInvariants(world.service.ctx.db.read)
      assert.equal((await program.send('PROPFIND', '/My files', { headers: { depth: '1' } })).status, 207)
    })
  })
