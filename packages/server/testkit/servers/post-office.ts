import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A mail server that takes each mail when the test says so. */
export interface PostOffice {
  url: string
  /** Mails that were taken. */
  received: string[]
  /** Resolves when a mail has arrived that waits to be taken. */
  arrival(): Promise<void>
  /** Takes what waits, and from now on everything at once. */
  open(): void
  close(): Promise<void>
}

/** Takes mails for everyone but `nobody@…`; `options` say what else it does. */
export async function startPostOffice(options: SMTPServerOptions = {}): Promise<PostOffice> {
  const received: string[] = []
  const waiting: (() => void)[] = []
  let arrived = () => {}
  let isOpen = false
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) =>
      address.startsWith('nobody@')
        ? done(Object.assign(new Error('no such user'), { responseCode: 550 }))
        : done(),
    onData(stream, _session, done) {
      stream.toArray().then((chunks) => {
        waiting.push(() => {
          received.push(Buffer.concat(chunks).toString())
          done()
        })
        if (isOpen) for (const take of waiting.splice(0)) take()
        else arrived()
      }, done)
    },
    ...options,
  })
  server.on('error', () => {}) // clients that hang up
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    arrival: () =>
      new Promise((resolve) => {
        arrived = resolve
        if (waiting.length > 0) resolve()
      }),
    open() {
      isOpen = true
      for (const take of waiting.splice(0)) take()
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** The address of a mail server that does not answer. */
export async function closedPostOffice(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return `smtp://127.0.0.1:${port}`
}
