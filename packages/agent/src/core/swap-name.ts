/**
 * The name that an item has for a moment while another takes its place. No user's change: who has it goes on to where it
 * was going.
 */
export const swapName = (id: string | number): string => `.~swap-${String(id).replace(/[^\w-]/g, '-')}`

export const isSwapName = (name: string): boolean => name.startsWith('.~swap-')
