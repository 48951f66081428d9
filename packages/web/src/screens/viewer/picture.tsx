import { type PointerEvent, useEffect, useRef, useState, type WheelEvent } from 'react'
import { numberFormat } from '../../messages/intl/formatters.ts'
import { locale, t } from '../../messages/words.ts'
import { IconButton } from '../../ui/button.tsx'
import { larger, placed, type Size, scaleOf, smaller, type Turn, turnedOn, type Zoom } from './picture-fit.ts'
import { usePinch } from './pinch.ts'

interface PictureProps {
  src: string
  /** A smaller one, which is there sooner. */
  first: string | undefined
  name: string
  onBroken: () => void
}

export function Picture({ src, first, name, onBroken }: PictureProps) {
  const [size, setSize] = useState<Size>()
  const [room, setRoom] = useState<Size>({ width: 1, height: 1 })
  const [zoom, setZoom] = useState<Zoom>('fit')
  const [turn, setTurn] = useState<Turn>(0)
  const ref = useRef<HTMLDivElement>(null)
  const boxRef = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(() =>
      setRoom({ width: element.clientWidth, height: element.clientHeight }),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const { scale, drawn, box } = placed(size ?? room, room, zoom, turn)
  const fit = scaleOf(size ?? room, room, 'fit', turn)
  usePinch({ room: ref, box: boxRef, zoom, scale, fit, onZoom: setZoom })
  const isLarge = box.width > room.width + 1 || box.height > room.height + 1
  const wheel = (event: WheelEvent) => {
    if (event.ctrlKey && event.deltaY !== 0) setZoom(event.deltaY < 0 ? larger(scale) : smaller(scale))
  }
  const percent = numberFormat(locale, { style: 'percent' }).format(scale)
  return (
    <>
      <div className="viewer-tools" role="toolbar" aria-label={t.viewer.picture(name)}>
        <IconButton icon="zoomOut" label={t.viewer.zoomOut} onClick={() => setZoom(smaller(scale))} />
        <span className="viewer-zoom" aria-live="polite">
          {percent}
          <span className="unseen"> {t.viewer.zoom('')}</span>
        </span>
        <IconButton icon="zoomIn" label={t.viewer.zoomIn} onClick={() => setZoom(larger(scale))} />
        <IconButton
          icon="fit"
          label={t.viewer.fit}
          pressed={zoom === 'fit'}
          onClick={() => setZoom(zoom === 'fit' ? 1 : 'fit')}
        />
        <IconButton icon="turn" label={t.viewer.turn} onClick={() => setTurn(turnedOn(turn))} />
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what dragging does, the scroll bars and keys do too */}
      <div
        ref={ref}
        className={isLarge ? 'viewer-picture viewer-picture-large' : 'viewer-picture'}
        {...(isLarge && {
          tabIndex: 0,
          role: 'group',
          'aria-label': t.viewer.picture(name),
          'data-own-keys': true,
        })}
        onWheel={wheel}
        onPointerDown={drag}
        onDoubleClick={() => setZoom(zoom === 'fit' ? 1 : 'fit')}
      >
        <div ref={boxRef} className="viewer-picture-box" style={box}>
          {first && !size && <img src={first} alt="" className="viewer-picture-first" />}
          <img
            src={src}
            alt={name}
            draggable={false}
            className={size ? `viewer-turn-${turn}` : 'viewer-picture-hidden'}
            style={size && drawn}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setSize({ width: naturalWidth, height: naturalHeight })
            }
            onError={onBroken}
          />
        </div>
      </div>
    </>
  )
}

/** Moves what is larger than the screen, with a mouse: fingers scroll by themselves. */
function drag(event: PointerEvent<HTMLDivElement>): void {
  if (event.pointerType !== 'mouse' || event.button !== 0) return
  const element = event.currentTarget
  let { clientX: x, clientY: y } = event
  const move = (next: globalThis.PointerEvent) => {
    element.scrollBy(x - next.clientX, y - next.clientY)
    ;({ clientX: x, clientY: y } = next)
  }
  addEventListener('pointermove', move)
  addEventListener('pointerup', () => removeEventListener('pointermove', move), { once: true })
}
