import { type Static, Type } from 'typebox'
import { IdOf, type PersonId } from '../ids.ts'
import { operation } from '../operation.ts'

export const MOST_RECIPIENTS = 8
export const RECIPIENT_TYPES = ['person', 'guest', 'group', 'email'] as const
export type RecipientType = (typeof RECIPIENT_TYPES)[number]

export const Recipient = Type.Object(
  {
    type: Type.Literal('recipient'),
    recipient_type: Type.Unsafe<RecipientType>({ type: 'string', enum: RECIPIENT_TYPES }),
    id: Type.Union([Type.Integer(), Type.Null()], {
      description: 'The person, guest or group; null for `email`',
    }),
    name: Type.String(),
    email: Type.Union([Type.String(), Type.Null()], { description: 'Null for groups' }),
  },
  { title: 'Recipient' },
)
export type Recipient = Static<typeof Recipient>

export const listRecentRecipients = operation({
  name: 'list_recent_recipients',
  method: 'GET',
  path: '/api/2/person/{person_id}/recent_recipients',
  area: 'People',
  summary: 'List whom you shared with last',
  description:
    `Returns up to ${MOST_RECIPIENTS} recipients of your own share links, the newest first, each once. ` +
    'Accounts that are closed are left out. Only for the person itself.',
  ours: true,
  params: { person_id: IdOf<PersonId>() },
  result: Type.Object({ results: Type.Array(Recipient) }),
})
