import { type Static, Type } from 'typebox'
import { type GroupId, IdOf, type PersonId } from './ids.ts'
import { EXTENSION } from './operation.ts'

/** For operations that tell by ids who did something: plain persons cannot look others up. */
export const withNames = {
  include_names: Type.Boolean({
    ...EXTENSION,
    default: false,
    description: 'Include the names of people and machines',
  }),
}

const name = (whose: string) =>
  Type.Optional(
    Type.Union([Type.String(), Type.Null()], {
      ...EXTENSION,
      description: `The name of the ${whose}; with \`include_names\``,
    }),
  )
export const actorNames = { person_name: name('person'), machine_name: name('machine') }

/** For lists of ids: what those are called that stand in them. */
export const withMemberNames = {
  include_names: Type.Boolean({
    ...EXTENSION,
    default: false,
    description: 'Include the names of people and groups in `names`',
  }),
}
const Names = Type.Object(
  {
    persons: Type.Array(
      Type.Object(
        { id: IdOf<PersonId>(), name: Type.String(), email: Type.String() },
        { title: 'PersonName' },
      ),
    ),
    groups: Type.Array(Type.Object({ id: IdOf<GroupId>(), name: Type.String() }, { title: 'GroupName' })),
  },
  {
    title: 'MemberNames',
    ...EXTENSION,
    description: 'With `include_names`: the people and groups in the lists, each once',
  },
)
export type MemberNames = Static<typeof Names>
export const memberNames = { names: Type.Optional(Names) }
