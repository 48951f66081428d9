/** A body on its way in. */
export interface IncomingBytes {
  /** Where the sender says. */
  announcedSize: number | undefined
  /** Streams to `take`, which may give a promise to be waited for. Throws when the sender goes away. */
  receive(take: (bytes: Buffer) => Promise<void> | undefined): Promise<void>
}
