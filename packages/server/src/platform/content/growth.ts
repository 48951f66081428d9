/** How the bytes of a root change, and those of its organization with it. */
export interface Growth {
  /** In files, each chunk once. */
  stored_size: number
  /** On their way: of uploads that are no file yet and of chunks that were sent for one. */
  pending_size: number
}

export const NO_GROWTH: Growth = { stored_size: 0, pending_size: 0 }

export const sumOf = (a: Growth, b: Growth): Growth => ({
  stored_size: a.stored_size + b.stored_size,
  pending_size: a.pending_size + b.pending_size,
})
