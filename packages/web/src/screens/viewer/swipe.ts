import { type RefObject, useEffect, useRef } from 'react'

interface Ways {
  previous: (() => unknown) | undefined
  next: (() => unknown) | undefined
}

/** What fingers move by themselves, or do something else in. */
const NOT_SWIPED = 'input, textarea, select, video, audio, iframe, [data-own-keys]'
const FAR = 60

/** A finger across the screen leads to the file beside; what is shown follows it. */
export function useSwipe(ref: RefObject<HTMLElement | null>, ways: Ways): void {
  const newest = useRef(ways)
  newest.current = ways
  useEffect(() => {
    const element = ref.current
    if (!element) return
    let start: Touch | undefined
    const shift = (by: number) => {
      element.style.transform = by === 0 ? '' : `translateX(${by}px)`
    }
    const wayOf = (by: number) => (by < 0 ? newest.current.next : newest.current.previous)
    const begin = ({ touches, target }: TouchEvent) => {
      const isTaken = touches.length > 1 || (target instanceof Element && target.closest(NOT_SWIPED))
      start = isTaken ? undefined : touches[0]
      shift(0)
    }
    const across = (touch: Touch | undefined) => {
      if (!start || !touch) return 0
      const by = touch.clientX - start.clientX
      return Math.abs(by) > Math.abs(touch.clientY - start.clientY) ? by : 0
    }
    const move = ({ touches }: TouchEvent) => {
      const by = across(touches[0])
      // Where there is nothing beside, it only gives a little.
      shift(wayOf(by) ? by : by / 4)
    }
    const end = ({ type, changedTouches }: TouchEvent) => {
      const by = type === 'touchend' ? across(changedTouches[0]) : 0
      start = undefined
      shift(0)
      if (Math.abs(by) > FAR) wayOf(by)?.()
    }
    element.addEventListener('touchstart', begin, { passive: true })
    element.addEventListener('touchmove', move, { passive: true })
    element.addEventListener('touchend', end)
    element.addEventListener('touchcancel', end)
    return () => {
      element.removeEventListener('touchstart', begin)
      element.removeEventListener('touchmove', move)
      element.removeEventListener('touchend', end)
      element.removeEventListener('touchcancel', end)
    }
  }, [ref])
}
