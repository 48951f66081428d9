const EDGE = 48
const FASTEST = 24

/** How far a list moves by each step while something is held near its edge: the nearer and the farther beyond, the faster. */
export function edgeStep(y: number, { top, bottom }: { top: number; bottom: number }): number {
  // In a low list both edges stay apart.
  const edge = Math.min(EDGE, (bottom - top) / 3)
  const beyond = y < top + edge ? y - top - edge : Math.max(0, y - bottom + edge)
  return Math.round(FASTEST * Math.max(-1, Math.min(1, beyond / edge)))
}

/** Moves with every picture that the browser draws, until it is told to stop or to hold still. */
export function edgeMover(move: (by: number) => void): { hold: (step: number) => void; stop: () => void } {
  let step = 0
  let next: number | undefined
  const go = () => {
    move(step)
    next = requestAnimationFrame(go)
  }
  const stop = () => {
    if (next !== undefined) cancelAnimationFrame(next)
    next = undefined
  }
  return {
    stop,
    hold(wanted) {
      step = wanted
      if (step === 0) stop()
      else next ??= requestAnimationFrame(go)
    },
  }
}
