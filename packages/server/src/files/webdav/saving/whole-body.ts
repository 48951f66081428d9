import type { IncomingBytes } from '../../../platform/content/incoming-bytes.ts'
import type { IncomingFile } from '../../writing/upload-file.ts'

/** Looks at all bytes as they pass, and refuses them at their end if need be. */
export interface BodyCheck {
  update(bytes: Buffer): void
  finish(): void
}

/** A request whose body is a file and nothing else. */
export const wholeBody = (name: string, incoming: IncomingBytes, check?: BodyCheck): IncomingFile => ({
  announcedSize: incoming.announcedSize,
  async receive(accept) {
    const sink = accept(name)
    await incoming.receive((bytes) => {
      check?.update(bytes)
      return sink.write(bytes)
    })
    check?.finish()
    return {}
  },
})
