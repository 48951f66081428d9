import { type Static, Type } from 'typebox'
import { StatusOk } from '../envelopes.ts'
import { IdOf, type PersonId, type RootId } from '../ids.ts'
import { operation } from '../operation.ts'

export const HandOver = Type.Object(
  {
    type: Type.Literal('hand_over'),
    root_id: IdOf<RootId>({ description: 'The root with the files. It stays the same' }),
    share_id: IdOf<RootId>({ description: 'The ID of the team share, which is that of its root' }),
    files: Type.Integer({ description: 'How many files there are, without deleted ones' }),
    bytes: Type.Integer({ description: 'The size of these files' }),
    links: Type.Integer({ description: 'How many share links the other person gets' }),
    devices: Type.Integer({ description: 'How many devices stop syncing these files. Their copies stay' }),
  },
  { title: 'HandOver' },
)
export type HandOver = Static<typeof HandOver>

const area = 'People'
const one = { person_id: IdOf<PersonId>() }

export const handOverFiles = operation({
  name: 'hand_over_files',
  method: 'POST',
  path: '/api/2/person/{person_id}/hand_over',
  area,
  summary: 'Hand over the personal files of an account',
  description:
    'They become a team share that the other person manages. History, locks and share links stay as they are. ' +
    'For administrators who can take over the account and view its files.',
  ours: true,
  params: {
    ...one,
    to_person_id: IdOf<PersonId>({
      description: 'Who gets the files: an active person of the same organization',
    }),
    dry_run: Type.Boolean({
      default: false,
      description: 'Show what would happen without changing anything',
    }),
  },
  result: HandOver,
})

export const undoHandOver = operation({
  name: 'undo_hand_over',
  method: 'POST',
  path: '/api/2/person/{person_id}/hand_over/undo',
  area,
  summary: 'Undo the newest hand-over of an account',
  description:
    'The team share becomes the personal files of the account again, as it is now. Its members lose access, and share links ' +
    'that were handed over are returned.',
  ours: true,
  params: one,
  result: StatusOk,
  errors: ['root_deleted', 'not_empty', 'ver_conflict'],
})
