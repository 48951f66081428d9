import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { get } from 'node:https'
import type { Grown } from './growth-data.ts'
import { cpuMs, memoryMib } from './process-cost.ts'

export interface Listing {
  entries: number
  seconds: number
  cpuMs: number
  firstByteMs: number
  /** The most memory that the server held meanwhile beyond what it held before. */
  grownMib: number
}

/** Takes the whole of the large folder in one answer, as fast as it comes. */
export async function listWhole({ server, authorization, rootId, folderId, size }: Grown): Promise<Listing> {
  // proc(5): from here on, the highest is that of now.
  writeFileSync(`/proc/${server.pid}/clear_refs`, '5')
  const { now } = memoryMib([server.pid])
  const used = cpuMs([server.pid])
  const started = performance.now()
  const asking = get(`${server.url}/api/2/files/${rootId}/folder/${folderId}`, {
    ...{ agent: false, headers: { authorization } },
  })
  const [response] = (await once(asking, 'response')) as [IncomingMessage]
  if (response.statusCode !== 200) throw new Error(`The folder was answered ${response.statusCode}`)
  let firstByteMs = 0
  let end = ''
  for await (const piece of response as AsyncIterable<Buffer>) {
    firstByteMs ||= performance.now() - started
    end = piece.subarray(-2).toString()
  }
  if (!end.endsWith('}')) throw new Error('The answer broke off')
  return {
    entries: size.folder,
    seconds: (performance.now() - started) / 1000,
    cpuMs: cpuMs([server.pid]) - used,
    firstByteMs,
    grownMib: memoryMib([server.pid]).highest - now,
  }
}
