import { Type } from 'typebox'
import { EXTENSION } from './operation.ts'

/** For operations that tell by ids who did something: plain persons cannot look others up. */
export const withNames = {
  include_names: Type.Boolean({
    ...EXTENSION,
    default: false,
    description: 'Tell what the persons and machines are called',
  }),
}

const name = (whose: string) =>
  Type.Optional(
    Type.Union([Type.String(), Type.Null()], {
      ...EXTENSION,
      description: `What the ${whose} is called; with \`include_names\``,
    }),
  )
export const actorNames = { person_name: name('person'), machine_name: name('machine') }
