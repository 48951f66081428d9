import { createServer, type Socket } from 'node:net'

const END_OF_LINE = Buffer.from('\r\n')

export interface MemoryCache {
  /** As memcached is configured: host and port. */
  readonly address: string
  stop(): void
}

/** As much of memcached as Swift asks for: set, get and delete. */
export async function startMemoryCache(): Promise<MemoryCache> {
  const entries = new Map<string, { flags: string; value: Buffer; until: number }>()
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let heard = Buffer.alloc(0)
    socket.on('data', (bytes) => {
      heard = Buffer.concat([heard, bytes])
      for (let used = answer(); used > 0; used = answer()) heard = heard.subarray(used)
    })
    socket.on('error', () => {}) // 'close' follows
    socket.on('close', () => sockets.delete(socket))

    /** Answers the first command, if it is there as a whole, and says how long it was. */
    function answer(): number {
      const end = heard.indexOf(END_OF_LINE)
      if (end < 0) return 0
      const line = end + END_OF_LINE.length
      const [command, ...words] = heard.toString('latin1', 0, end).split(' ')
      const [key = '', flags = '', seconds, size] = words
      if (command === 'set') {
        const whole = line + Number(size) + END_OF_LINE.length
        if (heard.length < whole) return 0
        const value = Buffer.from(heard.subarray(line, line + Number(size)))
        entries.set(key, { flags, value, until: Date.now() + Number(seconds) * 1000 })
        socket.write('STORED\r\n')
        return whole
      }
      if (command === 'get') socket.write(Buffer.concat([...words.flatMap(found), Buffer.from('END\r\n')]))
      else if (command === 'delete') socket.write(entries.delete(key) ? 'DELETED\r\n' : 'NOT_FOUND\r\n')
      else socket.write('ERROR\r\n')
      return line
    }
  })
  const found = (key: string): Buffer[] => {
    const entry = entries.get(key)
    if (!entry || entry.until < Date.now()) return []
    return [Buffer.from(`VALUE ${key} ${entry.flags} ${entry.value.length}\r\n`), entry.value, END_OF_LINE]
  }
  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
  return {
    address: `127.0.0.1:${port}`,
    stop() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
