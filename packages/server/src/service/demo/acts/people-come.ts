import type { OrganizationId } from '@holdfast/api/ids'
import { createGuest } from '../../../accounts/guests/create-guest.ts'
import { addPerson } from '../../../accounts/people/add-person.ts'
import { setPasswordByToken } from '../../../sign-in/password-reset/set-password-by-token.ts'
import { enableTwoStep } from '../../../sign-in/two-step/enable-two-step.ts'
import { emailOf, GUESTS, type GuestKey, type PersonKey, partOf } from '../cast/cast.ts'
import type { Stage } from '../stage/stage.ts'

/** Adds accounts as an administrator does: each gets a mail with a link, sets a password by it, and signs in. */
export async function addPeople(stage: Stage, by: PersonKey, keys: readonly PersonKey[]): Promise<void> {
  const { ctx, clock, people } = stage
  const who = await people.person(by)
  for (const key of keys) {
    clock.pass({ minutes: 1 })
    const { first, last, at, administrator = false } = partOf(key)
    const account = accountOf(stage.organization(at), emailOf(key), first, last)
    const rights = { siteAdmin: administrator, systemAdmin: false, createRoot: true }
    const view = await addPerson(ctx, who, { ...account, ...rights, groupIds: [], shareIds: [] })
    people.add(key, view)
  }
  await stage.runJobs()
  for (const key of keys) {
    const { absent, twoStep } = partOf(key)
    if (absent) continue
    clock.pass({ minutes: 2 })
    const token = stage.letters.take(emailOf(key))
    await people.inBrowser(key, () => setPasswordByToken(ctx, token, stage.password))
    await people.person(key)
    if (twoStep) await turnOnTwoStep(stage, key)
  }
}

async function turnOnTwoStep({ ctx, clock, password, people }: Stage, key: PersonKey): Promise<void> {
  const who = await people.person(key)
  const request = { password, mode: 'authenticator' as const, phone: undefined }
  const begun = await enableTwoStep(ctx, who, { ...request, authCode: undefined })
  if ('key' in begun) people.keepSecret(key, begun.key)
  clock.pass({ seconds: 40 })
  await enableTwoStep(ctx, who, { ...request, authCode: people.codeOf(key) })
}

export async function addGuests(stage: Stage, keys: readonly GuestKey[]): Promise<void> {
  const { ctx, clock, people } = stage
  for (const key of keys) {
    clock.pass({ minutes: 3 })
    const { first, last, email, by } = GUESTS[key]
    const who = await people.person(by)
    const account = accountOf(who.organizationId, email, first, last)
    people.add(key, await createGuest(ctx, who, { ...account, password: undefined, pw_expires: undefined }))
  }
  await stage.runJobs()
  for (const key of keys) {
    const guest = GUESTS[key]
    if ('absent' in guest) continue
    clock.pass({ minutes: 9 })
    const token = stage.letters.take(guest.email)
    await people.inBrowser(key, () => setPasswordByToken(ctx, token, stage.password))
    await people.guest(key)
  }
}

const accountOf = (organizationId: OrganizationId, email: string, firstName: string, lastName: string) => ({
  ...{ organizationId, email, firstName, lastName },
  ...{ generatePassword: true, sendWelcomeEmail: true },
})
