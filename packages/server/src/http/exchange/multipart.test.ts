import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { boundaryOf, MultipartError, MultipartParser, type PartHeader } from './multipart.ts'

const BOUNDARY = 'frontier'

type Part = PartHeader & { content: string }

/** Parses pieces into whole parts; content is latin1, so that every byte shows. */
function parse(pieces: Iterable<Buffer>, boundary = BOUNDARY): Part[] {
  const parts: Part[] = []
  let open: { header: PartHeader; content: Buffer[] } | undefined
  const parser = new MultipartParser(boundary, {
    part(header) {
      assert.equal(open, undefined, 'a part began inside another')
      open = { header, content: [] }
    },
    data(bytes) {
      assert.ok(open && bytes.length > 0, 'data outside a part, or none')
      open.content.push(bytes)
    },
    partEnd() {
      assert.ok(open, 'a part ended that had not begun')
      parts.push({ ...open.header, content: Buffer.concat(open.content).toString('latin1') })
      open = undefined
    },
  })
  for (const piece of pieces) parser.push(piece)
  parser.end()
  return parts
}

const parseText = (text: string) => parse([Buffer.from(text)])

/** The header of one part that has these header lines. */
function headerOf(...lines: string[]): PartHeader {
  const parts = parseText(`--${BOUNDARY}\r\n${lines.join('\r\n')}\r\n\r\nx\r\n--${BOUNDARY}--\r\n`)
  assert.equal(parts.length, 1)
  const [{ name, filename, contentType } = assert.fail()] = parts
  return { name, filename, contentType }
}

const disposition = (parameters: string) => headerOf(`Content-Disposition: form-data; ${parameters}`)

const refuses = (text: string | Buffer, message: RegExp) =>
  assert.throws(
    () => parse([Buffer.from(text)]),
    (error) => error instanceof MultipartError && message.test(error.message),
  )

const SEVERAL_PARTS = [
  'A preamble with --frontier in it,\r\n--fronti and its beginnings\r',
  '--frontier',
  'Content-Disposition: form-data; name=grant_type;',
  '',
  'password',
  '--frontier \t ',
  'content-type:image/png',
  'CONTENT-DISPOSITION :  form-data ;name="file" ; filename="ü.png" ',
  '',
  '\r\n\r\n--fron\r\r\n--\r\n--frontie\n--frontier\r',
  '--frontier',
  'Content-Disposition: form-data; name="empty"',
  '',
  '',
  '--frontier',
  'Content-Disposition: form-data; name="emptier"',
  '',
  '--frontier--  ',
  'An epilogue\r\n--frontier\r\nof any kind',
].join('\r\n')

const SEVERAL_PARTS_PARSED: Part[] = [
  { name: 'grant_type', filename: undefined, contentType: undefined, content: 'password' },
  {
    name: 'file',
    filename: 'ü.png',
    contentType: 'image/png',
    content: '\r\n\r\n--fron\r\r\n--\r\n--frontie\n--frontier\r',
  },
  { name: 'empty', filename: undefined, contentType: undefined, content: '' },
  { name: 'emptier', filename: undefined, contentType: undefined, content: '' },
]

describe('a multipart body', () => {
  const body = Buffer.from(SEVERAL_PARTS)

  it('is read with preamble, epilogue, padding and empty parts', () => {
    assert.deepEqual(parse([body]), SEVERAL_PARTS_PARSED)
  })

  it('is read alike when split in two at any place', () => {
    for (let at = 0; at <= body.length; at++) {
      assert.deepEqual(parse([body.subarray(0, at), body.subarray(at)]), SEVERAL_PARTS_PARSED, `at ${at}`)
    }
  })

  it('is read alike in pieces of any size', () => {
    for (let size = 1; size < 100; size++) {
      const pieces = Array.from({ length: Math.ceil(body.length / size) }, (_, i) =>
        body.subarray(i * size, (i + 1) * size),
      )
      assert.deepEqual(parse(pieces), SEVERAL_PARTS_PARSED, `pieces of ${size}`)
    }
  })

  it('may have no parts', () => {
    assert.deepEqual(parseText('--frontier--'), [])
  })

  it('may hold anything like a delimiter', () => {
    let state = 5
    const next = (below: number) => {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0
      return (state >>> 8) % below
    }
    const delimiter = Buffer.from('\r\n--frontier')
    for (let round = 0; round < 300; round++) {
      const content = Buffer.concat(
        Array.from({ length: 40 }, () =>
          next(2) ? delimiter.subarray(next(3), 1 + next(delimiter.length - 1)) : Buffer.from([next(256)]),
        ),
      )
      // By chance the pieces may make a real delimiter.
      if (Buffer.concat([Buffer.from('\r\n'), content]).includes(delimiter)) continue
      const whole = Buffer.concat([
        Buffer.from('--frontier\r\nContent-Disposition: form-data; name=f\r\n\r\n'),
        content,
        Buffer.from('\r\n--frontier--\r\n'),
      ])
      const pieces: Buffer[] = []
      for (let at = 0; at < whole.length; ) {
        const end = at + 1 + next(30)
        pieces.push(whole.subarray(at, end))
        at = end
      }
      assert.equal(parse(pieces)[0]?.content, content.toString('latin1'), `round ${round}`)
    }
  })

  it('gives content without copying it', () => {
    const piece = Buffer.from(
      `--frontier\r\nContent-Disposition: form-data; name=f\r\n\r\n${'x'.repeat(1000)}\r\n`,
    )
    const received: Buffer[] = []
    const parser = new MultipartParser(BOUNDARY, {
      part: () => {},
      data: (bytes) => received.push(bytes),
      partEnd: () => {},
    })
    parser.push(piece)
    assert.deepEqual(
      received.map((bytes) => [bytes.buffer === piece.buffer, bytes.length]),
      [[true, 1000]],
    )
  })
})

describe('the header of a part', () => {
  it('takes names quoted and unquoted', () => {
    assert.equal(disposition('name=grant_type').name, 'grant_type')
    assert.equal(disposition('name = a b \t; ').name, 'a b')
    assert.equal(disposition('NAME="a;b=c"; name=second').name, 'a;b=c')
    assert.equal(disposition('name=""').name, '')
  })

  it('unescapes only quotes and backslashes', () => {
    assert.equal(disposition(String.raw`name="say \"hi\""`).name, 'say "hi"')
    assert.equal(disposition(String.raw`name="back\\"`).name, 'back\\')
    assert.equal(disposition(String.raw`name=f; filename="C:\dir\x.txt"`).filename, String.raw`C:\dir\x.txt`)
  })

  it('decodes the three characters that browsers encode, and no others', () => {
    assert.equal(disposition('name="a%22b%0D%0a%20%2522%"').name, 'a"b\r\n%20%2522%')
    assert.equal(disposition('name=f; filename="%22.txt"').filename, '".txt')
  })

  it('passes control characters through', () => {
    assert.equal(disposition('name="a\u0000b\nc\u007f"').name, 'a\u0000b\nc\u007f')
  })

  it('prefers an extended filename that can be read', () => {
    assert.equal(disposition(`name=f; filename=x; filename*=utf-8''x%20%C3%BC`).filename, 'x ü')
    assert.equal(disposition(`name=f; filename*=UTF-8'de'%22%2522; filename="x"`).filename, '"%22')
    assert.equal(disposition(`name=f; filename*=utf-8''only`).filename, 'only')
    for (const bad of ["koi8-r''x", "utf-8''%FF", "utf-8''%2", "utf-8'x", '']) {
      assert.equal(disposition(`name=f; filename=plain; filename*=${bad}`).filename, 'plain', bad)
      assert.equal(disposition(`name=f; filename*=${bad}`).filename, undefined, bad)
    }
  })

  it('tells an empty filename from none', () => {
    assert.equal(disposition('name=f; filename=""').filename, '')
    assert.equal(disposition('name=f').filename, undefined)
  })

  it('takes the content type as given, folded lines and unknown headers', () => {
    assert.deepEqual(
      headerOf(
        'X-Other: 1',
        'Content-Type:\ttext/plain; charset=utf-8 \t',
        'Content-Disposition: form-data;',
        '\tname="f"',
      ),
      { name: 'f', filename: undefined, contentType: 'text/plain; charset=utf-8' },
    )
    assert.equal(headerOf('Content-Disposition: form-data; name=f', 'Content-Type:').contentType, undefined)
  })
})

describe('a malformed multipart body is refused', () => {
  const withHeaders = (headers: string | Buffer) =>
    Buffer.concat([
      Buffer.from('--frontier\r\n'),
      Buffer.from(headers),
      Buffer.from('\r\n\r\nx\r\n--frontier--'),
    ])
  const named = 'Content-Disposition: form-data; name=f'

  it('without a name', () => {
    refuses(withHeaders('Content-Disposition: form-data; filename=x'), /no name/)
    refuses(withHeaders('Content-Type: text/plain'), /no name/)
    refuses('--frontier\r\n\r\nx\r\n--frontier--', /no name/)
  })

  it('with a Content-Disposition that cannot be read', () => {
    for (const bad of ['name="f', String.raw`name="f\"`, 'name="f"g', 'name', '="f"']) {
      refuses(withHeaders(`Content-Disposition: form-data; ${bad}`), /Content-Disposition .* malformed/)
    }
  })

  it('with headers that are not UTF-8', () => {
    refuses(withHeaders(Buffer.from(`${named}\xff`, 'latin1')), /UTF-8/)
  })

  it('with more than 16 KiB of headers in a part', () => {
    const padded = (size: number) => withHeaders(`${named}\r\nX: ${'y'.repeat(size - named.length - 9)}`)
    assert.equal(parse([padded(16 * 1024)]).length, 1)
    refuses(padded(16 * 1024 + 1), /too long/)
  })

  it('with more than 200 parts', () => {
    const parts = (count: number) => `${`--frontier\r\n${named}\r\n\r\nx\r\n`.repeat(count)}--frontier--`
    assert.equal(parseText(parts(200)).length, 200)
    refuses(parts(201), /200 parts/)
  })

  it('without a blank line after the headers', () => {
    refuses(`--frontier\r\n${named}\r\nvalue\r\n\r\n--frontier--\r\n`, /malformed/)
    refuses(`--frontier\r\n${named}\r\n--frontier--\r\n\r\n`, /malformed/)
  })

  it('with more than the boundary on a boundary line', () => {
    for (const line of ['--frontierX', '--frontier X', '--frontier\rX', '--frontier-X', '--frontier--X']) {
      refuses(`--frontier\r\n${named}\r\n\r\nx\r\n${line}\r\n`, /boundary line/)
    }
  })

  it('that ends before its closing boundary', () => {
    const whole = Buffer.from(`--frontier\r\n${named}\r\n\r\nx\r\n--frontier--`)
    for (let length = 0; length < whole.length; length++) {
      refuses(whole.subarray(0, length), /ended before/)
    }
  })

  it('whose boundary cannot be one', () => {
    for (const boundary of ['', 'a\r\nb', 'x'.repeat(71)]) {
      assert.throws(() => parse([], boundary), MultipartError)
    }
  })
})

describe('the boundary of a content type', () => {
  it('is found quoted or not', () => {
    assert.equal(
      boundaryOf('multipart/form-data; boundary=----WebKitFormBoundaryX'),
      '----WebKitFormBoundaryX',
    )
    assert.equal(boundaryOf('Multipart/Form-Data;charset=utf-8;Boundary="a b;c" ; x=y'), 'a b;c')
    assert.equal(boundaryOf('multipart/form-data; boundary==_=;'), '=_=')
    assert.equal(boundaryOf(`multipart/form-data; boundary=${'x'.repeat(70)}`), 'x'.repeat(70))
  })

  it('is undefined when absent, malformed or too long', () => {
    for (const parameters of [
      '',
      ';',
      '; charset=utf-8',
      '; boundary=',
      '; boundary=""',
      '; boundary="x',
      '; boundary=ü',
    ]) {
      assert.equal(boundaryOf(`multipart/form-data${parameters}`), undefined, parameters)
    }
    assert.equal(boundaryOf(`multipart/form-data; boundary=${'x'.repeat(71)}`), undefined)
  })
})
