import { type Static, Type } from 'typebox'
import { FolderRef, IdOf, type MachineId, type PersonId, type SessionId } from '../ids.ts'
import { operation } from '../operation.ts'
import { inRoot } from './files.ts'
import { setBackCounts, undoableUntil } from './history.ts'

const Seq = (description: string) =>
  Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description })

export const UndoReport = Type.Object(
  {
    status: Type.Literal('ok'),
    dry_run: Type.Boolean(),
    from_seq: Type.Integer({ description: 'The number of the first change that is undone' }),
    to_seq: Type.Integer({ description: 'The number of the last one' }),
    seq_before: Type.Integer({ description: 'The newest change before this' }),
    last_seq: Type.Integer({
      description: 'The newest change after this. To undo it, undo from `seq_before` + 1 up to this number',
    }),
    ...undoableUntil,
    ...setBackCounts,
  },
  { title: 'UndoReport' },
)
export type UndoReport = Static<typeof UndoReport>

export const undoChanges = operation({
  name: 'undo_changes',
  method: 'POST',
  path: '/api/2/files/{root_id}/history/undo',
  area: 'History',
  ours: true,
  summary: 'Undo certain changes of a root, and nothing else',
  description:
    'What was done since stays: of an item that was changed again only that is undone which nobody has changed since. ' +
    'This is a new change: nothing is lost, and it can itself be undone. Try it with `dry_run`.',
  params: {
    ...inRoot,
    from_seq: Seq('The number of the first change to undo; a number within an operation means all of it'),
    to_seq: Type.Optional(Seq('The number of the last one; by default the newest change')),
    person_id: Type.Optional(IdOf<PersonId>({ description: 'Only changes made by this person' })),
    machine_id: Type.Optional(IdOf<MachineId>({ description: 'Only changes made on this machine' })),
    session_id: Type.Optional(
      IdOf<SessionId>({
        description: 'Only changes made in this sign-in, but for those that someone confirmed in the app',
      }),
    ),
    folder_id: Type.Optional(FolderRef({ description: 'Only this folder and what was or is in it' })),
    dry_run: Type.Boolean({ default: false, description: 'Change nothing, and report what would be done' }),
  },
  result: UndoReport,
  errors: ['resource_locked', 'root_deleted'],
})
