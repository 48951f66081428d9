import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { closer, pinched, type Zoom } from './picture-fit.ts'

interface Point {
  x: number
  y: number
}
interface Shown {
  /** What scrolls. */
  room: RefObject<HTMLElement | null>
  /** What is in it. */
  box: RefObject<HTMLElement | null>
  zoom: Zoom
  scale: number
  /** At which all of it is seen. */
  fit: number
  onZoom: (zoom: Zoom) => void
}

const TAP_MS = 300
const TAP_PX = 24

/** Two fingers make a picture larger and smaller, two taps do both; the point between the fingers stays where it is. */
export function usePinch(shown: Shown): void {
  const newest = useRef(shown)
  newest.current = shown
  const held = useRef<{ at: Point; x: number; y: number }>(undefined)
  const { room, box, scale } = shown
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it has its new size
  useLayoutEffect(() => {
    const drawn = box.current?.getBoundingClientRect()
    if (!held.current || !drawn) return
    const { at, x, y } = held.current
    room.current?.scrollBy(drawn.left + x * drawn.width - at.x, drawn.top + y * drawn.height - at.y)
    held.current = undefined
  }, [scale])
  useEffect(() => {
    const element = room.current
    if (!element) return
    const zoomTo = (zoom: Zoom, at: Point) => {
      const drawn = newest.current.box.current?.getBoundingClientRect()
      if (drawn)
        held.current = { at, x: (at.x - drawn.left) / drawn.width, y: (at.y - drawn.top) / drawn.height }
      newest.current.onZoom(zoom)
    }
    let pinch: { apart: number; scale: number } | undefined
    let tap: { at: Point; time: number } | undefined
    const begin = ({ touches }: TouchEvent) => {
      if (touches.length > 1) tap = undefined
      pinch = touches.length === 2 ? { apart: apartOf(touches), scale: newest.current.scale } : undefined
    }
    const move = (event: TouchEvent) => {
      if (!pinch || event.touches.length !== 2) return
      event.preventDefault()
      zoomTo(
        pinched(pinch.scale * (apartOf(event.touches) / pinch.apart), newest.current.fit),
        between(event.touches),
      )
    }
    const end = (event: TouchEvent) => {
      const [touch] = event.changedTouches
      if (pinch || event.touches.length > 0 || !touch) {
        pinch = undefined
        return
      }
      const [before, now] = [tap, { at: { x: touch.clientX, y: touch.clientY }, time: event.timeStamp }]
      const isSecond =
        before &&
        now.time - before.time < TAP_MS &&
        Math.hypot(now.at.x - before.at.x, now.at.y - before.at.y) < TAP_PX
      tap = isSecond ? undefined : now
      if (!isSecond) return
      event.preventDefault()
      zoomTo(newest.current.zoom === 'fit' ? closer(newest.current.fit) : 'fit', now.at)
    }
    element.addEventListener('touchstart', begin, { passive: true })
    element.addEventListener('touchmove', move, { passive: false })
    element.addEventListener('touchend', end, { passive: false })
    return () => {
      element.removeEventListener('touchstart', begin)
      element.removeEventListener('touchmove', move)
      element.removeEventListener('touchend', end)
    }
  }, [room])
}

function between([a, b]: TouchList): Point {
  return { x: ((a?.clientX ?? 0) + (b?.clientX ?? 0)) / 2, y: ((a?.clientY ?? 0) + (b?.clientY ?? 0)) / 2 }
}

function apartOf([a, b]: TouchList): number {
  return Math.hypot((a?.clientX ?? 0) - (b?.clientX ?? 0), (a?.clientY ?? 0) - (b?.clientY ?? 0)) || 1
}
