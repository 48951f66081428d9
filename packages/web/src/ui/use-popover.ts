import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** Where it opens: at a point, or below an element; that one may be the end of another, at whose start it opens then. */
export type PopoverPlace = { x: number; y: number } | { below: Element; startOf?: Element | undefined }

const MARGIN = 8

/** Shows an element over the page, where there is room for it. A press elsewhere and another size of the window close it. */
export function usePopover(
  place: PopoverPlace,
  onClose: () => void,
  /** Comes from below, and has its place by its style. */
  isSheet = false,
): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    element.showPopover()
    if (isSheet) return
    const { width, height } = element.getBoundingClientRect()
    const begin = 'below' in place ? place.startOf?.getBoundingClientRect().left : undefined
    const anchor = 'below' in place ? place.below.getBoundingClientRect() : undefined
    const x = anchor ? (begin ?? anchor.right - width) : 'x' in place ? place.x : 0
    const y = anchor ? anchor.bottom + 4 : 'y' in place ? place.y : 0
    const above = anchor ? anchor.top - height - 4 : y - height
    element.style.left = `${Math.max(MARGIN, Math.min(x, innerWidth - width - MARGIN))}px`
    element.style.top = `${y + height + MARGIN <= innerHeight ? y : Math.max(MARGIN, above)}px`
  }, [place, isSheet])
  useEffect(() => {
    const leave = ({ target }: Event) => {
      if (!(target instanceof Node) || ref.current?.contains(target)) return
      if (isSheet) ignoreClick()
      // What opened it closes it by itself.
      else if ('below' in place && place.below.contains(target)) return
      onClose()
    }
    // On a phone a bar of the browser that comes or goes is another size.
    const resize = () => isSheet || onClose()
    addEventListener('pointerdown', leave, true)
    addEventListener('resize', resize)
    return () => {
      removeEventListener('pointerdown', leave, true)
      removeEventListener('resize', resize)
    }
  }, [place, onClose, isSheet])
  return ref
}

/** A tap beside a sheet closes it, and does nothing to what is behind its shade. */
function ignoreClick(): void {
  const stop = () => removeEventListener('click', ignore, true)
  const ignore = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
    stop()
  }
  addEventListener('click', ignore, true)
  // A press that became something else brings no click.
  addEventListener('pointerdown', stop, { once: true, capture: true })
}
