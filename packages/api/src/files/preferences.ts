import { Type } from 'typebox'
import { StatusOk } from '../envelopes.ts'
import { type EntryId, IdOf, type PersonId, type RootId } from '../ids.ts'
import { operation } from '../operation.ts'
import { FoundItem } from './search.ts'

export const MOST_STARRED = 1000
/** Of the text of settings, in bytes. */
export const MOST_SETTINGS = 16 * 1024

const area = 'People'
const own = { person_id: IdOf<PersonId>({ description: 'The own account' }) }
const item = {
  ...own,
  root_id: IdOf<RootId>(),
  item_id: IdOf<EntryId>({ description: 'A file or folder of that root' }),
}

export const listStarred = operation({
  name: 'list_starred',
  method: 'GET',
  path: '/api/2/person/{person_id}/starred',
  area,
  ours: true,
  summary: 'List the files and folders that you starred, newest star first',
  description: 'What is deleted, or out of reach now, is left out until it is back.',
  params: own,
  result: Type.Object({ results: Type.Array(FoundItem) }),
})

export const starItem = operation({
  name: 'star_item',
  method: 'PUT',
  path: '/api/2/person/{person_id}/starred/{root_id}/{item_id}',
  area,
  ours: true,
  summary: 'Star a file or folder',
  description: `For yourself alone; others do not see it. ${MOST_STARRED} at most.`,
  params: item,
  result: StatusOk,
  errors: ['root_deleted', 'policy_error'],
})

export const unstarItem = operation({
  name: 'unstar_item',
  method: 'DELETE',
  path: '/api/2/person/{person_id}/starred/{root_id}/{item_id}',
  area,
  ours: true,
  summary: 'Take a star away',
  description: 'Also of what is gone, or out of reach now.',
  params: item,
  result: StatusOk,
})

const WebSettings = Type.Object(
  {
    settings: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: 'Whatever the app wants to remember; empty at first',
    }),
  },
  { title: 'WebSettings' },
)

export const getWebSettings = operation({
  name: 'get_web_settings',
  method: 'GET',
  path: '/api/2/person/{person_id}/web_settings',
  area,
  ours: true,
  summary: 'Get what the app in the browser remembers for you',
  params: own,
  result: WebSettings,
})

export const setWebSettings = operation({
  name: 'set_web_settings',
  method: 'PUT',
  path: '/api/2/person/{person_id}/web_settings',
  area,
  ours: true,
  summary: 'Set what the app in the browser remembers for you',
  description: 'All of it: what is left out is forgotten. 16 KiB of JSON at most.',
  params: { ...own, settings: WebSettings.properties.settings },
  result: WebSettings,
})
