/** What passed through this process, in chunks and in bytes. */
export class ContentFigures {
  readonly received = { chunks: 0, bytes: 0 }
  /** Of those received: the root held them already. */
  readonly held = { chunks: 0, bytes: 0 }
  readonly read = { chunks: 0, bytes: 0 }
  /** Blobs that the sweep deleted. */
  swept = 0
  /** When the sweep last came to its end, in milliseconds; 0 for never. */
  sweptAt = 0
}
