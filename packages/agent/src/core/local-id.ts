declare const local: unique symbol
/** What a disk calls an item: the same wherever it is moved, and never given to another. */
export type LocalId = string & { readonly [local]: true }
