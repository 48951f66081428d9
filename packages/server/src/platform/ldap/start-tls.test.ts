import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { describe, it } from 'node:test'
import { askForTls } from './start-tls.ts'

// LDAPMessage { 1, ExtendedResponse { resultCode, '', '' } }
const answer = (code: number, id = 1) =>
  Buffer.from([0x30, 0x0c, 0x02, 0x01, id, 0x78, 0x07, 0x0a, 0x01, code, 0x04, 0x00, 0x04, 0x00])

/** What comes of asking a server that answers with these bytes, one write each. */
async function asking(...writes: Buffer[]): Promise<void> {
  const accepted: Socket[] = []
  const server = createServer((socket) => {
    accepted.push(socket)
    socket.on('error', () => {})
    socket.once('data', async () => {
      for (const bytes of writes) await new Promise<void>((resolve) => socket.write(bytes, () => resolve()))
      if (writes.length === 0) socket.end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1')
  try {
    await once(socket, 'connect')
    await askForTls(socket)
  } finally {
    socket.destroy()
    for (const other of accepted) other.destroy()
    server.close()
  }
}

describe('StartTLS', () => {
  it('goes on when the server agrees, in however many pieces', async () => {
    await assert.doesNotReject(asking(answer(0)))
    await assert.doesNotReject(asking(answer(0).subarray(0, 5), answer(0).subarray(5)))
  })

  it('does not take anything that comes with the answer, which could be from someone on the way', async () => {
    const forged = Buffer.from([
      0x30, 0x0c, 0x02, 0x01, 0x02, 0x61, 0x07, 0x0a, 0x01, 0x00, 0x04, 0x00, 0x04, 0x00,
    ])
    await assert.rejects(asking(Buffer.concat([answer(0), forged])), /is not LDAP/)
    await assert.rejects(asking(Buffer.concat([answer(0), forged.subarray(0, 3)])), /is not LDAP/)
  })

  it('never goes on without encryption', async () => {
    await assert.rejects(asking(answer(53)), /does not support StartTLS/)
    await assert.rejects(asking(answer(0, 2)), /does not support StartTLS/)
    await assert.rejects(
      asking(Buffer.alloc(5000, 'HTTP/1.1 400 Bad Request ')),
      /cannot be used \(connection\)/,
    )
    await assert.rejects(asking(), /closed the connection/)
  })
})
