import type { Socket } from 'node:net'
import { DirectoryError } from './directory-error.ts'

// RFC 4511, 4.14: message 1, ExtendedRequest with the name 1.3.6.1.4.1.1466.20037.
const NAME = Buffer.from('1.3.6.1.4.1.1466.20037')
const REQUEST = Buffer.concat([
  Buffer.from([0x30, NAME.length + 7, 0x02, 0x01, 0x01, 0x77, NAME.length + 2, 0x80, NAME.length]),
  NAME,
])
const MAX_ANSWER = 4096

/**
 * Asks for encryption on a plain connection, and resolves when the next byte is to be TLS. Not left to the library:
 * that one keeps what came with the answer, and someone on the way could so put words into the mouth of the server.
 */
export async function askForTls(socket: Socket): Promise<void> {
  const answer = new Promise<void>((resolve, reject) => {
    let received = Buffer.alloc(0)
    const finish = (fault?: DirectoryError) => {
      socket.off('data', take).off('close', closed).pause()
      if (fault === undefined) resolve()
      else reject(fault)
    }
    const closed = () =>
      finish(new DirectoryError('no_start_tls', 'The server closed the connection instead of starting TLS.'))
    const take = (bytes: Buffer) => {
      received = Buffer.concat([received, bytes])
      const length = messageLength(received)
      if (length === undefined && received.length < MAX_ANSWER) return
      if (length !== received.length) finish(new DirectoryError('not_ldap'))
      else finish(isSuccess(received) ? undefined : new DirectoryError('no_start_tls'))
    }
    socket.on('data', take).once('close', closed)
  })
  socket.write(REQUEST)
  await answer
}

/** How long the message that begins here is with its header; undefined when that has not arrived yet. */
function messageLength(bytes: Buffer): number | undefined {
  const header = headerOf(bytes, 0)
  return header && bytes.length >= header.end ? header.end : undefined
}

interface Header {
  tag: number
  content: number
  end: number
}

function headerOf(bytes: Buffer, at: number): Header | undefined {
  const tag = bytes[at]
  const first = bytes[at + 1]
  if (tag === undefined || first === undefined) return undefined
  if (first < 0x80) return { tag, content: at + 2, end: at + 2 + first }
  const size = first & 0x7f
  if (size === 0 || size > 4 || bytes.length < at + 2 + size) return undefined
  const content = at + 2 + size
  return { tag, content, end: content + bytes.readUIntBE(at + 2, size) }
}

/** LDAPMessage { messageID 1, ExtendedResponse { resultCode 0, … } } */
function isSuccess(bytes: Buffer): boolean {
  const message = headerOf(bytes, 0)
  const id = message && headerOf(bytes, message.content)
  const response = id && headerOf(bytes, id.end)
  const code = response && headerOf(bytes, response.content)
  if (!code || message.tag !== 0x30 || id.tag !== 0x02 || response.tag !== 0x78 || code.tag !== 0x0a)
    return false
  return bytes[id.content] === 1 && code.end - code.content === 1 && bytes[code.content] === 0
}
