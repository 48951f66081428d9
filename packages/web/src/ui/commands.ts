import { useEffect } from 'react'
import type { IconName } from './icon.tsx'

export interface Command {
  id: string
  icon: IconName
  words: string
  run: () => void
}

const NONE = (): readonly Command[] => []
let offered = NONE

/** What can be done where one is: the screen that is open tells, and «Go to» offers it. */
export const commandsHere = (): readonly Command[] => offered()

export function useCommands(commands: () => readonly Command[]): void {
  useEffect(() => {
    offered = commands
    return () => {
      offered = NONE
    }
  })
}
