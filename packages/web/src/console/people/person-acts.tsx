import type { PersonId } from '@holdfast/api/ids'
import { change, mailPassword, turnOffTwoStep, unlock } from '../../data/console/persons.ts'
import { problemOf } from '../../data/service/errors.ts'
import { ownPersonId } from '../../data/service/session.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { shownName } from '../../messages/format.ts'
import { toast } from '../../platform/toasts.ts'
import type { MenuItem } from '../../ui/menu.tsx'
import { AskDialog } from '../parts/ask-dialog.tsx'
import { DeletePersonDialog } from './delete-person-dialog.tsx'
import { HandOverDialog } from './hand-over-dialog.tsx'
import type { PersonRow } from './person-row.ts'

/** What is asked about before it is done. */
export interface Wanted {
  what: 'password' | 'twoStep' | 'handOver' | 'delete'
  row: PersonRow
}

async function attempt(
  act: () => Promise<unknown>,
  words: string,
  undo?: () => Promise<void>,
): Promise<void> {
  try {
    await act()
    toast(words, { ...(undo && { undo }) })
  } catch (error) {
    toast(problemOf(error).words, { bad: true })
  }
}

/** What can be done with an account: what its row does not allow is not there. */
export function personMenu(row: PersonRow, onWanted: (wanted: Wanted) => void): (MenuItem | 'line')[] {
  const words = consoleWords().people
  const id = row.id as PersonId
  const name = shownName(row.name)
  const mayChange = row.may.includes('people.change')
  const mayTakeOver = row.may.includes('people.take_over')
  const isOwn = id === ownPersonId()
  const setActive = (active: boolean) => () =>
    void attempt(
      () => change(id, { active }),
      active ? words.enabled(name) : words.disabled(name),
      async () =>
        void (await attempt(
          () => change(id, { active: !active }),
          active ? words.disabled(name) : words.enabled(name),
        )),
    )
  const items: (MenuItem | 'line' | false)[] = [
    row.status === 'locked' &&
      mayChange && {
        id: 'unlock',
        icon: 'unlock',
        label: words.unlock,
        run: () => void attempt(() => unlock(id), words.unlocked(name)),
      },
    mayTakeOver &&
      row.directory === null &&
      !isOwn && {
        id: 'password',
        icon: 'mail',
        label: words.passwordMail,
        run: () => onWanted({ what: 'password', row }),
      },
    mayTakeOver &&
      row.two_step === true &&
      !isOwn && {
        id: 'twoStep',
        icon: 'shield',
        label: words.twoStepOff,
        run: () => onWanted({ what: 'twoStep', row }),
      },
    mayChange &&
      !isOwn &&
      (row.status === 'disabled'
        ? { id: 'enable', icon: 'play', label: words.enable, run: setActive(true) }
        : { id: 'disable', icon: 'pause', label: words.disable, run: setActive(false) }),
    mayTakeOver &&
      row.may.includes('files.let_in') &&
      !isOwn && {
        id: 'handOver',
        icon: 'received',
        label: words.handOver,
        run: () => onWanted({ what: 'handOver', row }),
      },
    row.may.includes('people.delete') && !isOwn && 'line',
    row.may.includes('people.delete') &&
      !isOwn && {
        id: 'delete',
        icon: 'trash',
        bad: true,
        label: words.delete,
        run: () => onWanted({ what: 'delete', row }),
      },
  ]
  return items.filter((item) => item !== false)
}

/** The question that belongs to what somebody wants to do. */
export function PersonDialogs({ wanted, onClose }: { wanted: Wanted; onClose: () => void }) {
  const words = consoleWords().people
  const { what, row } = wanted
  const name = shownName(row.name)
  const id = row.id as PersonId
  if (what === 'delete') return <DeletePersonDialog id={id} name={name} email={row.email} onClose={onClose} />
  if (what === 'handOver')
    return <HandOverDialog id={id} name={name} organization={row.organization.id} onClose={onClose} />
  const isPassword = what === 'password'
  return (
    <AskDialog
      title={isPassword ? words.passwordMailTitle(name) : words.twoStepOffTitle(name)}
      why={isPassword ? words.passwordMailWhy : words.twoStepOffWhy}
      button={isPassword ? words.passwordMailButton : words.twoStepOffButton}
      bad={!isPassword}
      act={() => (isPassword ? mailPassword(id) : turnOffTwoStep(id))}
      done={isPassword ? words.passwordMailSent(name) : words.twoStepIsOff(name)}
      onClose={onClose}
    />
  )
}
