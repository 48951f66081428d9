import { Type } from 'typebox'
import { StatusOk } from '../envelopes.ts'
import { type EntryId, IdOf, type PersonId, type RootId } from '../ids.ts'
import { operation } from '../operation.ts'
import { FoundItem } from './search.ts'

export const MOST_STARRED = 1000
/** Of the text of settings, in bytes. */
export const MOST_SETTINGS = 16 * 1024

const area = 'People'
const own = { person_id: IdOf<PersonId>({ description: 'The ID of your own account' }) }
const item = {
  ...own,
  root_id: IdOf<RootId>(),
  item_id: IdOf<EntryId>({ description: 'A file or folder in the root' }),
}

export const listStarred = operation({
  name: 'list_starred',
  method: 'GET',
  path: '/api/2/person/{person_id}/starred',
  area,
  ours: true,
  summary: 'List your starred files and folders',
  description: 'Newest star first. Items that are deleted, or that you cannot access, are not listed.',
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
  description: `Only you can see your stars. You can star up to ${MOST_STARRED} items.`,
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
  summary: 'Remove a star',
  description: 'Also works for items that are deleted, or that you can no longer access.',
  params: item,
  result: StatusOk,
})

const WebSettings = Type.Object(
  {
    settings: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: 'Settings of the app; empty at first',
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
  summary: 'Get your settings of the web app',
  params: own,
  result: WebSettings,
})

export const setWebSettings = operation({
  name: 'set_web_settings',
  method: 'PUT',
  path: '/api/2/person/{person_id}/web_settings',
  area,
  ours: true,
  summary: 'Set your settings of the web app',
  description: 'Replaces all settings. Up to 16 KiB of JSON.',
  params: { ...own, settings: WebSettings.properties.settings },
  result: WebSettings,
})
