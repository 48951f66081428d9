import type {
  applyPersonsBulk as applying,
  BulkPlan,
  BulkResult,
  planPersonsBulk as planning,
} from '@holdfast/api/accounts/account-bulk'
import type { PersonTableRow } from '@holdfast/api/accounts/account-tables'
import type { GroupId, PersonId } from '@holdfast/api/ids'
import type { ParamsOf } from '@holdfast/api/operation'
import { authorizeGroup } from '../../access/administration.ts'
import { missing } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { listMembers } from '../../records/groups.ts'
import { findPerson } from '../../records/people.ts'
import { unlockPerson } from '../../sign-in/password-reset/unlock-person.ts'
import { resetTwoStep } from '../../sign-in/two-step/reset-two-step.ts'
import { deletePerson } from '../deletion/delete-person.ts'
import { changeMember } from '../groups/change-member.ts'
import { updatePerson } from '../people/update-person.ts'
import { openPersonTable } from '../tables/table-persons.ts'
import { applyBulk } from './apply-bulk.ts'
import { messageOf, sendMessage } from './message.ts'
import { planBulk, type Verdict } from './plan-bulk.ts'

type Wish = Omit<ParamsOf<typeof applying>, 'ids' | 'below' | 'organization_id'>
type Judge = (row: PersonTableRow) => Verdict

/** Says what an action would do to many people. */
export async function planPersonsBulk(
  ctx: Ctx,
  who: PersonPrincipal,
  params: ParamsOf<typeof planning>,
): Promise<BulkPlan<PersonId>> {
  const table = await openPersonTable(ctx, who, { ...params, ...ALL })
  return planBulk(ctx, table, params, await judgeOf(ctx, who, params))
}

/** Does something with some people. */
export async function applyPersonsBulk(
  ctx: Ctx,
  who: PersonPrincipal,
  params: ParamsOf<typeof applying>,
): Promise<BulkResult<PersonId>> {
  const table = await openPersonTable(ctx, who, { ...params, ...ALL, email_unverified: false })
  const verdictOn = await judgeOf(ctx, who, params)
  const act = actOf(ctx, who, params)
  return applyBulk(ctx, table, params, {
    verdictOn,
    act: ({ id }) => act(id),
    ...(params.action === 'set_quota' && { before: ({ id }) => ownQuota(ctx, id) }),
  })
}

/** Not the limit of the organization, which its list shows for those who have none of their own. */
const ownQuota = async (ctx: Ctx, id: PersonId) => ({
  space_quota_before: (await findPerson(ctx.db.read, id))?.space_quota ?? null,
})

/** A list by names, all of it. */
export const ALL = { sort: 'name', limit: 1, count: false, format: 'json' } as const

async function judgeOf(ctx: Ctx, who: PersonPrincipal, wish: Wish): Promise<Judge> {
  const judge = JUDGES[wish.action]
  if (typeof judge === 'function') return (row) => judge(row, who, wish)
  const group = await authorizeGroup(ctx.db.read, who, groupOf(wish))
  const members = new Set(await listMembers(ctx.db.read, group.id))
  return (row) => {
    if (!row.may.includes('files.let_in')) return 'not_allowed'
    if (row.organization.id !== group.organization_id) return 'other_organization'
    return members.has(row.id) === (judge === 'in') ? 'same' : 'change'
  }
}

const needs = (
  row: PersonTableRow,
  action: PersonTableRow['may'][number],
  verdict: () => Verdict,
): Verdict => (row.may.includes(action) ? verdict() : 'not_allowed')
const others = (row: PersonTableRow, who: PersonPrincipal, verdict: () => Verdict): Verdict =>
  row.id === who.personId ? 'yourself' : verdict()
const isSo = (so: boolean): Verdict => (so ? 'same' : 'change')

/** When an action changes something, by what its list shows. Who is in a group is asked for by itself. */
const JUDGES: Record<
  Wish['action'],
  'in' | 'out' | ((row: PersonTableRow, who: PersonPrincipal, wish: Wish) => Verdict)
> = {
  disable: (row, who) =>
    needs(row, 'people.change', () => others(row, who, () => isSo(row.status === 'disabled'))),
  enable: (row) => needs(row, 'people.change', () => isSo(row.status !== 'disabled')),
  unlock: (row) => needs(row, 'people.change', () => isSo(row.locked_until === null)),
  mail_password: (row, who) =>
    needs(row, 'people.take_over', () =>
      others(row, who, () =>
        row.directory ? 'directory' : row.status === 'disabled' ? 'disabled' : 'change',
      ),
    ),
  reset_two_step: (row, who) =>
    needs(row, 'people.take_over', () => others(row, who, () => isSo(row.two_step === false))),
  set_quota: (row, _, wish) => needs(row, 'people.change', () => isSo(row.quota === quotaOf(wish))),
  add_to_group: 'in',
  remove_from_group: 'out',
  message: (row) => needs(row, 'people.change', () => (row.status === 'disabled' ? 'disabled' : 'change')),
  delete: (row, who) => others(row, who, () => needs(row, 'people.delete', () => 'change')),
}

const groupOf = ({ group_id }: Wish): GroupId => group_id ?? missing('group_id')
const quotaOf = ({ space_quota }: Wish): number | null =>
  space_quota === undefined ? missing('space_quota') : space_quota

/** What is done with one person: what an administrator does who asks for it alone. */
function actOf(ctx: Ctx, who: PersonPrincipal, wish: Wish): (id: PersonId) => Promise<unknown> {
  switch (wish.action) {
    case 'disable':
      return (id) => updatePerson(ctx, who, id, { active: false })
    case 'enable':
      return (id) => updatePerson(ctx, who, id, { active: true })
    case 'unlock':
      return (id) => unlockPerson(ctx, who, id)
    case 'mail_password':
      return (id) => updatePerson(ctx, who, id, { generatePassword: true })
    case 'reset_two_step':
      return (id) => resetTwoStep(ctx, who, id)
    case 'set_quota': {
      const space_quota = quotaOf(wish)
      return (id) => updatePerson(ctx, who, id, { space_quota })
    }
    case 'add_to_group':
    case 'remove_from_group': {
      const group = groupOf(wish)
      return (id) => changeMember(ctx, who, group, id, wish.action === 'add_to_group')
    }
    case 'message': {
      const message = messageOf(wish)
      return (id) => sendMessage(ctx, who, { id, isGuest: false }, message)
    }
    case 'delete': {
      const remove = {
        userFiles: wish.remove_user_files,
        serverFiles: wish.remove_server_files,
        deptFiles: false,
      }
      return (id) => deletePerson(ctx, who, id, remove)
    }
  }
}
