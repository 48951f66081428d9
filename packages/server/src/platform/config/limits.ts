/** How long stores are waited for: the code that opens one is given these. Milliseconds; 0 is for ever. */
export interface PostgresLimits {
  connect: number
  /** Until a connection is free. */
  acquire: number
  /** PostgreSQL ends a statement itself; the client gives up a connection that is silent for somewhat longer. */
  statement: number
  /** How much longer that is. */
  silence: number
  lock: number
  /** A listening connection is asked so often whether it is there. */
  heartbeat: number
  close: number
}

export interface S3Limits {
  /** How long one try of a request may take, beside a second for each 256 KiB that go one way or the other. */
  tryMs: number
  /** Before a second try; longer before a third. */
  pauseMs: number
}
