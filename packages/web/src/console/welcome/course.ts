import type { Setup } from '@holdfast/api/oversight/setup'
import type { ComponentType } from 'react'
import type { Position } from '../../core/console/setup.ts'
import { finishSetup } from '../../data/console/setup.ts'
import type { Session } from '../../data/service/session.ts'

type Part = ComponentType<{ session: Session; onDone: () => void }>

export interface WelcomeProps {
  session: Session
  /** What the first run has of the account, given to it. */
  parts: { PasswordForm: Part; TwoStepSetup: Part }
}

export interface CourseProps extends WelcomeProps {
  setup: Setup
  /** When the browser got it. */
  askedAt: number
  onCheck: () => Promise<void>
}

export interface StepProps extends CourseProps {
  here: Position
  /** Somebody came here from another step, and goes on from its title. */
  hasMoved: boolean
  onGo: (to: Position) => void
}

/** With a new start: what is shown around was read before the name and the color were set. */
export async function leave(): Promise<void> {
  await finishSetup()
  location.assign('/')
}
