import { showLocalTimes } from './local-times.ts'

/** Runs in the browser of a visitor: times of their own zone, and pictures by keys and swipes. Its links work without it. */
showLocalTimes()

/** How far a finger goes, at least, to turn to another picture. */
const SWIPE_PIXELS = 48

const picture = document.querySelector('.gallery img')
const linkTo = (rel: 'prev' | 'next' | 'up'): HTMLAnchorElement | null =>
  document.querySelector<HTMLAnchorElement>(`.gallery a[rel=${rel}]`)

/** In place of this picture: going back then leads to the folder, however many were looked at. */
function turnTo(link: HTMLAnchorElement | null): void {
  if (link) location.replace(link.href)
}

const KEYS: Readonly<Record<string, () => void>> = {
  ArrowLeft: () => turnTo(linkTo('prev')),
  ArrowRight: () => turnTo(linkTo('next')),
  Escape: () => linkTo('up')?.click(),
}

if (picture) {
  for (const rel of ['prev', 'next'] as const) {
    const link = linkTo(rel)
    link?.addEventListener('click', (event) => {
      // With one of these it opens elsewhere.
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      turnTo(link)
    })
  }
  document.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    KEYS[event.key]?.()
  })
  followSwipes(picture)
}

function followSwipes(on: Element): void {
  let from: Touch | undefined
  on.addEventListener('touchstart', (event) => {
    const { touches } = event as TouchEvent
    // Two fingers make it larger, and one then moves what is seen of it.
    const isZoomed = (visualViewport?.scale ?? 1) > 1.01
    from = touches.length === 1 && !isZoomed ? touches[0] : undefined
  })
  on.addEventListener('touchend', (event) => {
    const to = (event as TouchEvent).changedTouches[0]
    if (!from || !to) return
    const [across, down] = [to.clientX - from.clientX, to.clientY - from.clientY]
    from = undefined
    if (Math.abs(across) < SWIPE_PIXELS || Math.abs(across) < 2 * Math.abs(down)) return
    turnTo(linkTo(across < 0 ? 'next' : 'prev'))
  })
}
