import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** Where it opens: below an element, or at a point. */
export type PopoverPlace = { x: number; y: number } | { below: Element }

const MARGIN = 8

/** Shows an element over the page, where there is room for it. A press elsewhere and another size of the window close it. */
export function usePopover(place: PopoverPlace, onClose: () => void): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    element.showPopover()
    const { width, height } = element.getBoundingClientRect()
    const anchor = 'below' in place ? place.below.getBoundingClientRect() : undefined
    const x = anchor ? anchor.right - width : 'x' in place ? place.x : 0
    const y = anchor ? anchor.bottom + 4 : 'y' in place ? place.y : 0
    const above = anchor ? anchor.top - height - 4 : y - height
    element.style.left = `${Math.max(MARGIN, Math.min(x, innerWidth - width - MARGIN))}px`
    element.style.top = `${y + height + MARGIN <= innerHeight ? y : Math.max(MARGIN, above)}px`
  }, [place])
  useEffect(() => {
    const leave = ({ target }: Event) => {
      if (!(target instanceof Node) || ref.current?.contains(target)) return
      // What opened it closes it by itself.
      if (!('below' in place && place.below.contains(target))) onClose()
    }
    addEventListener('pointerdown', leave, true)
    addEventListener('resize', onClose)
    return () => {
      removeEventListener('pointerdown', leave, true)
      removeEventListener('resize', onClose)
    }
  }, [place, onClose])
  return ref
}
