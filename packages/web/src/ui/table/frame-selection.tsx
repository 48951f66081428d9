import { type RefObject, useEffect, useRef, useState } from 'react'
import { edgeMover, edgeStep } from '../../core/list/edge.ts'
import type { Frame } from '../../core/list/framed.ts'

interface FrameProps {
  scroller: RefObject<HTMLDivElement | null>
  /** How far the rows are moved. */
  offset: () => number
  moveBy: (by: number) => void
  onFrame: (frame: Frame, isLast: boolean) => void
}
interface Corner {
  x: number
  y: number
}

/** Less is a hand that was not quite still. */
const LEAST = 6

const between = (low: number, value: number, high: number): number => Math.min(Math.max(low, value), high)
const frameOf = (a: Corner, b: Corner): Frame => ({
  left: Math.min(a.x, b.x),
  right: Math.max(a.x, b.x),
  top: Math.min(a.y, b.y),
  bottom: Math.max(a.y, b.y),
})

/** Begun by a mouse where nothing is, it chooses what it touches; held at an edge it moves the list. */
export function FrameSelection(props: FrameProps) {
  const [drawn, setDrawn] = useState<Frame>()
  const newest = useRef(props)
  newest.current = props
  const { scroller } = props
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const begin = (event: PointerEvent) => {
      const target = event.target as Element
      const box = element.getBoundingClientRect()
      // Not by the bar at its side.
      const isBar = event.clientX - box.left > element.clientWidth
      if (event.button !== 0 || event.pointerType !== 'mouse' || isBar || target.closest('[data-item]'))
        return
      const inList = ({ x, y }: Corner): Corner => ({
        x: x - box.left,
        y: between(box.top, y, box.bottom) - box.top + newest.current.offset(),
      })
      let pointer: Corner = { x: event.clientX, y: event.clientY }
      const from = inList(pointer)
      let isDrawn = false
      const draw = (isLast = false) => {
        const to = inList(pointer)
        isDrawn ||= Math.hypot(to.x - from.x, to.y - from.y) >= LEAST
        if (!isDrawn) return
        const frame = frameOf(from, to)
        // As far as it is in sight: the rest would make the list wider.
        const shift = element.scrollTop - newest.current.offset()
        setDrawn({
          left: Math.max(0, frame.left),
          right: Math.min(frame.right, element.clientWidth),
          top: frame.top + shift,
          bottom: frame.bottom + shift,
        })
        newest.current.onFrame(frame, isLast)
      }
      const edge = edgeMover((by) => {
        newest.current.moveBy(by)
        draw()
      })
      const move = ({ clientX, clientY }: PointerEvent) => {
        pointer = { x: clientX, y: clientY }
        draw()
        edge.hold(isDrawn ? edgeStep(clientY, box) : 0)
      }
      const end = () => {
        edge.stop()
        draw(true)
        setDrawn(undefined)
        removeEventListener('pointermove', move)
        removeEventListener('pointerup', end)
        removeEventListener('pointercancel', end)
        if (isDrawn) swallowClick()
      }
      addEventListener('pointermove', move)
      addEventListener('pointerup', end)
      addEventListener('pointercancel', end)
    }
    element.addEventListener('pointerdown', begin)
    return () => element.removeEventListener('pointerdown', begin)
  }, [scroller])
  if (!drawn) return null
  const { left, right, top, bottom } = drawn
  return <div className="item-frame" style={{ left, top, width: right - left, height: bottom - top }} />
}

/** The end of a frame is a click to the browser, where nothing is: it would choose nothing. */
function swallowClick(): void {
  const stop = (event: Event) => event.stopPropagation()
  addEventListener('click', stop, { capture: true, once: true })
  setTimeout(() => removeEventListener('click', stop, { capture: true }))
}
