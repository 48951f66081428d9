import { type ComponentProps, type DragEvent, type ReactNode, useSyncExternalStore } from 'react'
import { edgeStep } from '../../core/list/edge.ts'
import { type Frame, framed } from '../../core/list/framed.ts'
import type { Pages } from '../../core/list/pages.ts'
import { FrameSelection } from './frame-selection.tsx'
import type { Row } from './row.ts'
import { type ListKeys, useListKeys } from './use-list-keys.ts'
import { type Shape, useScroller } from './use-scroller.ts'
import './table.css'

interface ScrollerProps<Item extends Row> {
  pages: Pages<Item>
  /** By the width there is. */
  shapeIn: (width: number) => Shape
  draw: (item: Item | undefined, index: number) => ReactNode
  focus: number
  onFocus: (index: number) => void
  keys: ListKeys
  /** The places that a frame drawn by a mouse touches. */
  onFrame: (places: readonly number[], isLast: boolean) => void
  head: ReactNode
  /** A row before all others. */
  begun?: ReactNode
  label: string
  className: string
  /** Of the part that moves: presses and drops beside the rows. */
  body: Pick<ComponentProps<'div'>, 'onClick' | 'onContextMenu' | 'onDragOver' | 'onDragLeave' | 'onDrop'>
}

/**
 * A press gives the focus to a part of a row, beside what is current: it goes back to the list, unless that has keys of its
 * own. Not at once: what is held may be about to be dragged.
 */
function takeBack({ currentTarget }: { currentTarget: HTMLElement }): void {
  const part = document.activeElement
  if (part !== currentTarget && part?.matches('[role]') && currentTarget.contains(part))
    currentTarget.focus({ preventScroll: true })
}

/** A table of any length, of which only what is in view is drawn. */
export function Scroller<Item extends Row>(props: ScrollerProps<Item>) {
  const { pages, shapeIn, draw, focus, onFocus, keys, onFrame, head, begun, label, className, body } = props
  useSyncExternalStore(pages.subscribe, pages.getVersion)
  const count = pages.total ?? 0
  const view = useScroller({ pages, shapeIn, focus, onFocus })
  const { scroller, columns, rowHeight, width, screen, offset, moveBy, edge } = view
  const press = useListKeys(keys, { focus, count, columns, screen })
  const focused = pages.at(focus)
  const places = Math.max(0, Math.min(view.end * columns, count) - view.first * columns)
  return (
    <div
      className={className}
      role="grid"
      aria-label={label}
      aria-rowcount={pages.total === undefined ? -1 : count}
      aria-multiselectable="true"
      aria-activedescendant={focused ? `item-${focused.id}` : undefined}
      aria-busy={pages.total === undefined}
      tabIndex={0}
      onKeyDown={(event) => {
        takeBack(event)
        press(event)
      }}
      onClick={takeBack}
      // By a key; the list opens its own.
      onContextMenu={(event) => event.target === event.currentTarget && event.preventDefault()}
      data-list
    >
      {head}
      {begun}
      <div
        ref={scroller}
        className="item-scroller"
        role="rowgroup"
        tabIndex={-1}
        onScroll={({ currentTarget }) => view.onScroll(currentTarget.scrollTop)}
        onDragOverCapture={({ clientY, currentTarget }: DragEvent) =>
          edge.hold(edgeStep(clientY, currentTarget.getBoundingClientRect()))
        }
        onDragLeaveCapture={edge.stop}
        onDropCapture={edge.stop}
        {...body}
      >
        <div className="item-box" role="presentation" style={{ height: view.boxHeight }}>
          <div className="item-rows" role="presentation" style={{ transform: `translateY(${view.top}px)` }}>
            {Array.from({ length: places }, (_, n) => view.first * columns + n).map((index) =>
              draw(pages.at(index), index),
            )}
          </div>
        </div>
        <FrameSelection
          {...{ scroller, offset, moveBy }}
          onFrame={(frame: Frame, isLast) =>
            onFrame(framed(frame, { columns, rowHeight, width, count }), isLast)
          }
        />
      </div>
    </div>
  )
}
