import { type AddressInfo, createServer, type Socket } from 'node:net'
import { connect } from 'node:tls'

/** For a program that is to be seen without TLS: what comes in on a port goes on to the service by TLS, byte for byte. */
export async function plainBridge(url: string): Promise<AsyncDisposable & { url: string }> {
  const { hostname, port } = new URL(url)
  const open = new Set<Socket>()
  const server = createServer((client) => {
    open.add(client)
    const service = connect({ host: hostname, port: Number(port), rejectUnauthorized: false })
    client.pipe(service).pipe(client)
    for (const [one, other] of [
      [client, service],
      [service, client],
    ] as const)
      one.on('error', () => other.destroy()).on('close', () => other.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}
