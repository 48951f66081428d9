import { useEffect } from 'react'

/** The list, or what to do first where nothing is in it. */
export function focusList(): void {
  const list = document.querySelector<HTMLElement>('[data-list]')
  const first = list?.querySelector<HTMLElement>('.empty .button')
  ;(first ?? list)?.focus()
}

/** Nothing has the focus, or only the screen as a whole: what begins may take it. */
const isFocusFree = (): boolean =>
  document.activeElement === document.body || document.activeElement === document.getElementById('main')

/** Anyone who came by a key goes on by keys, in what is there now: a list of so many, or what stands in its place. */
export function useListFocus(total: number | undefined, isEmpty: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: an empty place is another element than its list
  useEffect(() => {
    if (total !== undefined && matchMedia('(pointer: fine)').matches && isFocusFree()) focusList()
  }, [total, isEmpty])
}
