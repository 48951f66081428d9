import { type RefObject, useLayoutEffect, useState } from 'react'

/** How wide an element is now, in pixels of the page. */
export function useWidth(ref: RefObject<Element | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => setWidth(Math.round(element.getBoundingClientRect().width))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return width
}

/** The same in rem, by which texts are as wide. */
export function useRoom(ref: RefObject<Element | null>): number {
  const width = useWidth(ref)
  return width / Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
}
