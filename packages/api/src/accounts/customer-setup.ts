import { type Static, Type } from 'typebox'
import { IdOf, type OrganizationId } from '../ids.ts'
import { operation } from '../operation.ts'
import { nullable } from '../table.ts'

/** What may belong to a new customer beside its organization, in the order in which it is done. */
export const CUSTOMER_STEPS = ['license', 'policy', 'administrator', 'color', 'share', 'people'] as const
export type CustomerStepName = (typeof CUSTOMER_STEPS)[number]
export const CUSTOMER_STEP_STATES = ['open', 'done', 'failed', 'skipped'] as const
export type CustomerStepState = (typeof CUSTOMER_STEP_STATES)[number]

const step = Type.Unsafe<CustomerStepName>({
  type: 'string',
  enum: CUSTOMER_STEPS,
  description: '`policy` is copied from another organization. `people` are imported from a list',
})
const state = Type.Unsafe<CustomerStepState>({ type: 'string', enum: CUSTOMER_STEP_STATES })
const first = 'The first name, for `administrator`'
const last = 'The last name, for `administrator`'
const mail = 'The email address, for `administrator`'
const value =
  'What the step is about: the license key, the ID of the organization for `policy`, the color, the name of the team share'
const text = (description: string, maxLength = 255) => Type.Optional(Type.String({ maxLength, description }))
const shown = (description: string) => nullable(Type.String({ description }))

export const CustomerSetup = Type.Object(
  {
    type: Type.Literal('customer_setup'),
    steps: Type.Array(
      Type.Object(
        {
          step,
          state,
          error: shown('Why it failed'),
          first_name: shown(first),
          last_name: shown(last),
          email: shown(mail),
          value: shown(value),
          changed: Type.String(),
        },
        { title: 'CustomerStep' },
      ),
      { description: 'In the order in which they are done' },
    ),
  },
  { title: 'CustomerSetup' },
)
export type CustomerSetup = Static<typeof CustomerSetup>
export type CustomerStep = CustomerSetup['steps'][number]

const one = { organization_id: IdOf<OrganizationId>() }
const area = 'Organizations'

export const getCustomerSetup = operation({
  name: 'get_customer_setup',
  method: 'GET',
  path: '/api/2/organization/{organization_id}/setup_steps',
  area,
  ours: true,
  summary: 'Get the setup steps of a new customer',
  description:
    'What was planned for it and what is done, so that another administrator can continue. For administrators of a parent organization.',
  params: one,
  result: CustomerSetup,
})

export const updateCustomerSetup = operation({
  name: 'update_customer_setup',
  method: 'PUT',
  path: '/api/2/organization/{organization_id}/setup_steps',
  area,
  ours: true,
  summary: 'Note a setup step of a new customer',
  description:
    'Notes that a step is planned, done, failed or skipped. It does nothing else: the step itself is a request of its own. ' +
    'What is not given stays. For administrators of a parent organization.',
  params: {
    ...one,
    step,
    state,
    error: text('Why it failed. Removed by any other state', 1000),
    first_name: text(first),
    last_name: text(last),
    email: text(mail),
    value: text(value),
  },
  result: CustomerSetup,
})
