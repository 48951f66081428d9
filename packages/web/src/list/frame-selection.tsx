import { type RefObject, useEffect, useState } from 'react'

interface FrameProps {
  scroller: RefObject<HTMLDivElement | null>
  onChosen: (ids: number[]) => void
}
interface Corner {
  x: number
  y: number
}

/** Begun by a mouse where nothing is, it chooses what it touches. */
export function FrameSelection({ scroller, onChosen }: FrameProps) {
  const [frame, setFrame] = useState<{ from: Corner; to: Corner }>()
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const begin = (event: PointerEvent) => {
      const target = event.target as Element
      if (event.button !== 0 || event.pointerType !== 'mouse' || target.closest('[data-item]')) return
      const { left, top, width } = element.getBoundingClientRect()
      // Not by the bar at its side.
      if (event.clientX - left > element.clientWidth || width === 0) return
      const from = { x: event.clientX, y: event.clientY }
      const move = ({ clientX, clientY }: PointerEvent) => {
        if (Math.hypot(clientX - from.x, clientY - from.y) < 6) return
        setFrame({ from, to: { x: clientX, y: clientY } })
        onChosen(touched(element, from, { x: clientX, y: clientY }))
      }
      const end = () => {
        setFrame(undefined)
        removeEventListener('pointermove', move)
        removeEventListener('pointerup', end)
      }
      addEventListener('pointermove', move)
      addEventListener('pointerup', end)
      if (top < 0) end()
    }
    element.addEventListener('pointerdown', begin)
    return () => element.removeEventListener('pointerdown', begin)
  }, [scroller, onChosen])
  if (!frame) return null
  const { from, to } = frame
  const style = {
    left: Math.min(from.x, to.x),
    top: Math.min(from.y, to.y),
    width: Math.abs(from.x - to.x),
    height: Math.abs(from.y - to.y),
  }
  return <div className="item-frame" style={style} />
}

function touched(element: Element, from: Corner, to: Corner): number[] {
  const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)]
  const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)]
  return [...element.querySelectorAll<HTMLElement>('[data-item]')].flatMap((row) => {
    const box = row.getBoundingClientRect()
    const meets = box.left < right && box.right > left && box.top < bottom && box.bottom > top
    return meets ? [Number(row.dataset.item)] : []
  })
}
