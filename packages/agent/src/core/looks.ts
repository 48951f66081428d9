/** So often a look must have missed an item before it counts as deleted. */
export const LOOKS_BEFORE_DELETE = 2
