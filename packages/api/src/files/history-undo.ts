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
    to_seq: Type.Integer({ description: 'The number of the last change that is undone' }),
    seq_before: Type.Integer({ description: 'The newest change before the undo' }),
    last_seq: Type.Integer({
      description:
        'The newest change after the undo. To reverse the undo, undo the changes from `seq_before` + 1 to this number',
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
  summary: 'Undo changes of a root',
  description:
    'Later changes are kept: if an item was changed again, only what nobody has changed since is undone. ' +
    'The undo is a new change: nothing is lost, and you can undo it too. Try it with `dry_run` first.',
  params: {
    ...inRoot,
    from_seq: Seq('The number of the first change to undo. Operations are always undone as a whole'),
    to_seq: Type.Optional(Seq('The number of the last change to undo; by default the newest')),
    person_id: Type.Optional(IdOf<PersonId>({ description: 'Only changes made by this person' })),
    machine_id: Type.Optional(IdOf<MachineId>({ description: 'Only changes made on this machine' })),
    session_id: Type.Optional(
      IdOf<SessionId>({
        description: 'Only changes made in this session, except those that someone confirmed in the app',
      }),
    ),
    folder_id: Type.Optional(
      FolderRef({ description: 'Only this folder and the items that are or were in it' }),
    ),
    dry_run: Type.Boolean({
      default: false,
      description: 'Report what would be done without changing anything',
    }),
  },
  result: UndoReport,
  errors: ['resource_locked', 'root_deleted'],
})
