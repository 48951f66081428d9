const MARK = '.~swap-'

/**
 * The name that an item has for a moment while another takes its place. No user's change: who has it goes on to where it
 * was going. One that was left behind by a device that is no more may be taken.
 */
export function swapName(id: string | number, isTaken: (name: string) => boolean): string {
  const name = firstName(id)
  let candidate = name
  for (let number = 2; isTaken(candidate); number++) candidate = `${name}-${number}`
  return candidate
}

/** Whether it is the name of this very item: another one has got it from a person, who may have found it lying there. */
export const isSwapName = (name: string, id: string | number): boolean =>
  name.startsWith(firstName(id)) && /^(-\d+)?$/.test(name.slice(firstName(id).length))

const firstName = (id: string | number): string => `${MARK}${String(id).replace(/[^\w-]/g, '-')}`
