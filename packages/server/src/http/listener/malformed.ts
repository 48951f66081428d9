import type { Duplex } from 'node:stream'
import { ApiError } from '../../errors.ts'
import type { Connections } from './connections.ts'
import { rawAnswer } from './raw-answer.ts'

const DESCRIPTIONS: Record<string, string> = {
  HPE_HEADER_OVERFLOW: 'The headers of the request are too large.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request took too long.',
}

/** What Node could not read as HTTP at all still gets a JSON answer, where somebody can be known. */
export function answerMalformed(connections: Connections, lingerMs: number) {
  const answered = new WeakSet<Duplex>()
  return ({ code = '' }: NodeJS.ErrnoException, socket: Duplex): void => {
    // Node complains again about each further piece; closing on it would take the answer back from the client.
    if (answered.has(socket)) return
    const isAboutHttp = code.startsWith('HPE_') || code in DESCRIPTIONS
    if (!isAboutHttp || !socket.writable || connections.isAnswering(socket)) {
      socket.destroy()
      return
    }
    answered.add(socket)
    socket.end(answerTo(code))
    const timer = setTimeout(() => socket.destroy(), lingerMs)
    socket.once('close', () => clearTimeout(timer))
  }
}

const answerTo = (code: string): string =>
  rawAnswer(new ApiError('invalid_request', DESCRIPTIONS[code] ?? 'The request is malformed.'))
