const MARK = '.~swap-'

/**
 * The name that an item has for a moment while another takes its place. No user's change: who has it goes on to where it
 * was going. One that was left behind by a device that is no more may be taken.
 */
export function swapName(id: string | number, isTaken: (name: string) => boolean): string {
  const name = `${MARK}${String(id).replace(/[^\w-]/g, '-')}`
  let candidate = name
  for (let number = 2; isTaken(candidate); number++) candidate = `${name}-${number}`
  return candidate
}

export const isSwapName = (name: string): boolean => name.startsWith(MARK)
