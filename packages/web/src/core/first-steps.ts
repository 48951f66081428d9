/** What someone who is new does first, in this order; administrators bring the others in. */
export const STEPS = ['invite', 'newShare', 'add', 'share', 'past', 'agent', 'phone'] as const
export type Step = (typeof STEPS)[number]

/** What is known about someone who begins. */
export interface Beginner {
  mayInvite: boolean
  mayCreateShares: boolean
  isAdministrator: boolean
  onPhone: boolean
  hasFiles: boolean
  hasShares: boolean
  hasLinks: boolean
  hasDevices: boolean
  /** Whether the app was installed, and this is it. */
  isInstalled: boolean
  /** Done in this app, and kept with the account. */
  noted: readonly string[]
}

/** The steps that are for someone, each with whether it is done. */
export function stepsFor(one: Beginner): { step: Step; isDone: boolean }[] {
  const isMeant: Record<Step, boolean> = {
    invite: one.mayInvite,
    newShare: one.isAdministrator && one.mayCreateShares,
    add: true,
    share: true,
    past: true,
    agent: !one.onPhone,
    phone: one.onPhone,
  }
  const isKnown: Record<Step, boolean> = {
    invite: false,
    newShare: one.hasShares,
    add: one.hasFiles,
    share: one.hasLinks,
    past: false,
    agent: one.hasDevices,
    phone: one.isInstalled,
  }
  return STEPS.filter((step) => isMeant[step]).map((step) => ({
    ...{ step, isDone: isKnown[step] || one.noted.includes(step) },
  }))
}
