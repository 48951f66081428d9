import type { ReactNode } from 'react'

const takeFocus = (element: HTMLElement | null): void => element?.focus()

/** Comes in the place of what was pressed: anyone who works by keyboard goes on from here. */
export const Step = ({ children }: { children: ReactNode }) => (
  <div className="me-step" tabIndex={-1} ref={takeFocus}>
    {children}
  </div>
)
