import { Type } from 'typebox'
import { operation } from './operation.ts'

export const getVersion = operation({
  name: 'get_version',
  method: 'GET',
  path: '/api/2/version',
  area: 'General',
  summary: 'The exact version of the API: major.minor.revision',
  auth: 'none',
  result: Type.Object({ version: Type.String() }),
})
