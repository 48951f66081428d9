import { parseArgs } from 'node:util'
import type { OrganizationId } from '@holdfast/api/ids'
import { type Instant, parseDate } from '@holdfast/api/time'
import { createOrganization } from '../../accounts/organizations/create-organization.ts'
import { setBrand } from '../../accounts/organizations/set-brand.ts'
import { normalSlug } from '../../accounts/organizations/settings.ts'
import { addPreparedPerson, prepareAccount } from '../../accounts/people/add-person.ts'
import { ApiError } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { THE_SERVICE } from '../../platform/principal.ts'
import { brandView } from '../../records/brand.ts'
import { findOrganizationBySlug } from '../../records/organizations.ts'
import { findPersonByEmail } from '../../records/people.ts'
import { addFirstShare } from '../../sharing/team-shares/add-first-share.ts'
import { NEW_CUSTOMER } from '../words/upkeep.ts'
import { CommandError } from './command-error.ts'
import { getNamedOrganization } from './named-organization.ts'

/** What was typed after `new-customer`. */
export interface NewCustomer {
  /** The id or slug of the organization that it is below. */
  parent: string
  name: string
  slug: string
  email: string
  administrator: { email: string; firstName: string; lastName: string }
  trial: boolean
  trialUntil: Instant | null
  color: string | undefined
  share: string | undefined
}

const NEEDED = ['name', 'admin-email', 'admin-first-name', 'admin-last-name'] as const
const OTHERS = ['slug', 'email', 'trial-until', 'color', 'share'] as const
const TEXTS = Object.fromEntries(
  [...NEEDED, ...OTHERS].map((name) => [name, { type: 'string' as const }]),
) as Record<(typeof NEEDED)[number] | (typeof OTHERS)[number], { type: 'string' }>

/** Undefined for what makes no sense. */
export function customerArguments(args: string[]): NewCustomer | undefined {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { ...TEXTS, trial: { type: 'boolean' } },
    })
    const [parent, ...more] = positionals
    const [name, email, firstName, lastName] = NEEDED.map((needed) => values[needed]?.trim())
    const until = values['trial-until'] === undefined ? null : parseDate(values['trial-until'])
    if (!parent || more.length > 0 || !name || !email || !firstName || !lastName || until === undefined)
      return undefined
    return {
      parent,
      name,
      slug: values.slug ?? name,
      email: values.email ?? email,
      administrator: { email, firstName, lastName },
      trial: values.trial ?? false,
      trialUntil: until,
      color: values.color,
      share: values.share,
    }
  } catch {
    return undefined
  }
}

type Outcome = 'created' | 'exists'

/** Makes what of a customer is not there yet, says so step by step, and ends with what to send its administrator. */
export async function runNewCustomer(ctx: Ctx, given: NewCustomer): Promise<number> {
  const parent = await getNamedOrganization(ctx, given.parent)
  const step = async (what: string, does: () => Promise<Outcome>): Promise<void> => {
    try {
      console.log(NEW_CUSTOMER.step(what, await does()))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      throw new CommandError(NEW_CUSTOMER.failed(what, error.message), { cause: error })
    }
  }
  let id: OrganizationId | undefined
  await step(NEW_CUSTOMER.organization(given.name), async () => {
    const known = await findOrganizationBySlug(ctx.db.read, normalSlug(given.slug))
    if (known?.parent_id === parent.id) {
      id = known.id
      return 'exists'
    }
    id = await addOrganization(ctx, parent.id, given)
    return 'created'
  })
  const made = id as OrganizationId
  const { administrator, color, share } = given
  await step(NEW_CUSTOMER.administrator(administrator.email), () =>
    addAdministrator(ctx, made, administrator),
  )
  if (color !== undefined) await step(NEW_CUSTOMER.color(color), () => giveColor(ctx, made, color))
  if (share !== undefined)
    await step(NEW_CUSTOMER.share(share), async () =>
      (await addFirstShare(ctx, made, share)) ? 'created' : 'exists',
    )
  console.log(NEW_CUSTOMER.letter(administrator.firstName, ctx.publicUrl, administrator.email))
  return 0
}

async function addOrganization(
  ctx: Ctx,
  parentId: OrganizationId,
  { name, slug, email, trial, trialUntil }: NewCustomer,
): Promise<OrganizationId> {
  const organization = await createOrganization(ctx, THE_SERVICE, parentId, {
    ...{ name, slug, email, trial, trialUntil },
    hostname: null,
    privacyMode: false,
    settings: {},
    policy: {},
  })
  return organization.id
}

async function addAdministrator(
  ctx: Ctx,
  organizationId: OrganizationId,
  administrator: NewCustomer['administrator'],
): Promise<Outcome> {
  const known = await findPersonByEmail(ctx.db.read, administrator.email)
  if (known?.organization_id === organizationId && !known.guest) return 'exists'
  const person = {
    ...administrator,
    organizationId,
    generatePassword: true,
    siteAdmin: true,
    systemAdmin: false,
    createRoot: true,
    groupIds: [],
    shareIds: [],
    sendWelcomeEmail: true,
  }
  const prepared = await prepareAccount(ctx, person)
  await ctx.db.write((tx) => addPreparedPerson(ctx, tx, THE_SERVICE, person, prepared, ctx.now()))
  return 'created'
}

async function giveColor(ctx: Ctx, id: OrganizationId, color: string): Promise<Outcome> {
  if ((await brandView(ctx.db.read, id)).color === color.toLowerCase()) return 'exists'
  await setBrand(ctx, THE_SERVICE, id, color)
  return 'created'
}
