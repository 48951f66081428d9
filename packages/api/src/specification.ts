import type { Method } from './operation.ts'

export const AREAS = [
  'General',
  'Files',
  'Folders',
  'Roots',
  'Organizations',
  'Organization shares',
  'People',
  'Guests',
  'Groups',
  'Machines',
  'Activity',
  'Share links',
  'Shared content',
  'OAuth',
] as const

export type Area = (typeof AREAS)[number]

export interface SpecifiedOperation {
  name: string
  method: Method
  path: string
  area: Area
  status: 'implemented' | 'pending'
}

type Row = readonly [method: Method, path: string, name: string, status?: SpecifiedOperation['status']]

const inArea = (area: Area, rows: readonly Row[]): SpecifiedOperation[] =>
  rows.map(([method, path, name, status = 'pending']) => ({ name, method, path, area, status }))

/**
 * Every operation of version 2 of the API, in the order of its specification. A resource that can be named in
 * two ways, such as by id or by email, is one operation; what is reached at two paths is two.
 */
export const SPECIFICATION: readonly SpecifiedOperation[] = [
  ...inArea('General', [
    ['POST', '/api/2/reset_password', 'reset_password', 'implemented'],
    ['POST', '/api/2/reset_password/confirm', 'confirm_password_reset', 'implemented'],
    ['GET', '/api/2/version', 'get_version', 'implemented'],
  ]),
  ...inArea('Files', [
    ['GET', '/api/2/files/{root_id}/{file_id}', 'get_file', 'implemented'],
    ['GET', '/api/2/files/{root_id}/{file_id}/download', 'download_file', 'implemented'],
    ['GET', '/api/2/files/{root_id}/{file_id}/view', 'view_file', 'implemented'],
    ['POST', '/api/2/files/{root_id}/{file_id}/share', 'share_file', 'implemented'],
    ['POST', '/api/2/files/{root_id}/{file_id}/rename', 'rename_file', 'implemented'],
    ['POST', '/api/2/files/{root_id}/{file_id}/move', 'move_file', 'implemented'],
    ['POST', '/api/2/files/{root_id}/{file_id}/lock', 'lock_file', 'implemented'],
    ['POST', '/api/2/files/{root_id}/{file_id}/unlock', 'unlock_file', 'implemented'],
    ['POST', '/api/2/files/{root_id}/{file_id}/delete', 'delete_file', 'implemented'],
    ['GET', '/api/2/files/{root_id}/{file_id}/revisions', 'list_file_revisions', 'implemented'],
    ['GET', '/api/2/files/{root_id}/{file_id}/revisions/{revision_id}', 'get_revision', 'implemented'],
    [
      'GET',
      '/api/2/files/{root_id}/{file_id}/revisions/{revision_id}/download',
      'download_revision',
      'implemented',
    ],
    ['GET', '/api/2/files/{root_id}/{file_id}/revisions/{revision_id}/view', 'view_revision', 'implemented'],
  ]),
  ...inArea('Folders', [
    ['GET', '/api/2/files/{root_id}/folder/{folder_id}', 'get_folder', 'implemented'],
    ['GET', '/api/2/files/{root_id}/folder/{folder_id}/children', 'list_folder_children', 'implemented'],
    ['POST', '/api/2/files/{root_id}/folder/{folder_id}/upload', 'upload_to_folder', 'implemented'],
    [
      'POST',
      '/api/2/files/{root_id}/folder/{folder_id}/create_folder',
      'create_folder_in_folder',
      'implemented',
    ],
    ['GET', '/api/2/files/{root_id}/download', 'download_root', 'implemented'],
    ['GET', '/api/2/files/{root_id}/folder/{folder_id}/download', 'download_folder', 'implemented'],
    ['POST', '/api/2/files/{root_id}/folder/{folder_id}/share', 'share_folder', 'implemented'],
    ['POST', '/api/2/files/{root_id}/folder/{folder_id}/rename', 'rename_folder', 'implemented'],
    ['POST', '/api/2/files/{root_id}/folder/{folder_id}/move', 'move_folder', 'implemented'],
    ['POST', '/api/2/files/{root_id}/folder/{folder_id}/lock', 'lock_folder', 'implemented'],
    ['POST', '/api/2/files/{root_id}/folder/{folder_id}/unlock', 'unlock_folder', 'implemented'],
    ['POST', '/api/2/files/{root_id}/folder/{folder_id}/delete', 'delete_folder', 'implemented'],
  ]),
  ...inArea('Roots', [
    ['GET', '/api/2/files/{root_id}', 'get_root', 'implemented'],
    ['GET', '/api/2/files/{root_id}/children', 'list_root_children', 'implemented'],
    ['POST', '/api/2/files/{root_id}/upload', 'upload_to_root', 'implemented'],
    ['POST', '/api/2/files/{root_id}/create_folder', 'create_folder_in_root', 'implemented'],
    ['GET', '/api/2/files/{root_id}/search', 'search_root', 'implemented'],
    ['GET', '/api/2/files/{root_id}/modified_since', 'list_modified_since', 'implemented'],
    ['POST', '/api/2/files/{root_id}/lock', 'lock_root', 'implemented'],
    ['POST', '/api/2/files/{root_id}/unlock', 'unlock_root', 'implemented'],
  ]),
  ...inArea('Organizations', [
    ['GET', '/api/2/organization/{organization_id}', 'get_organization', 'implemented'],
    ['POST', '/api/2/organization/{organization_id}/license', 'set_organization_license', 'implemented'],
    [
      'POST',
      '/api/2/organization/{organization_id}/organizations/create',
      'create_organization',
      'implemented',
    ],
    ['POST', '/api/2/organization/{organization_id}/update', 'update_organization', 'implemented'],
    ['POST', '/api/2/organization/{organization_id}/disable', 'disable_organization', 'implemented'],
    ['POST', '/api/2/organization/{organization_id}/enable', 'enable_organization', 'implemented'],
    ['POST', '/api/2/organization/{organization_id}/delete', 'delete_organization', 'implemented'],
    [
      'POST',
      '/api/2/organization/{organization_id}/policy/update',
      'update_organization_policy',
      'implemented',
    ],
    ['GET', '/api/2/organization/{organization_id}/organizations', 'list_child_organizations', 'implemented'],
    ['GET', '/api/2/organization/{organization_id}/roots', 'list_organization_roots', 'implemented'],
    ['GET', '/api/2/organization/{organization_id}/root/{root_id}', 'get_organization_root', 'implemented'],
    ['GET', '/api/2/organization/{organization_id}/shares', 'list_organization_shares', 'implemented'],
    ['GET', '/api/2/organization/{organization_id}/machines', 'list_organization_machines', 'implemented'],
    ['GET', '/api/2/organization/{organization_id}/persons', 'list_organization_persons', 'implemented'],
    ['GET', '/api/2/organization/{organization_id}/guests', 'list_organization_guests', 'implemented'],
    ['GET', '/api/2/organization/{organization_id}/groups', 'list_organization_groups', 'implemented'],
    ['GET', '/api/2/organization/{organization_id}/auth_sources', 'list_auth_sources', 'implemented'],
    [
      'GET',
      '/api/2/organization/{organization_id}/auth_sources/nicknames',
      'list_auth_source_nicknames',
      'implemented',
    ],
    ['GET', '/api/2/organization/{organization_id}/activity', 'list_organization_activity', 'implemented'],
    ['GET', '/api/2/organization/{organization_id}/metrics/usage', 'get_organization_usage', 'implemented'],
  ]),
  ...inArea('Organization shares', [
    ['POST', '/api/2/organization/{organization_id}/shares/create', 'create_share', 'implemented'],
    ['GET', '/api/2/organization/{organization_id}/share/{root_id}', 'get_share', 'implemented'],
    ['POST', '/api/2/organization/{organization_id}/share/{root_id}/update', 'update_share', 'implemented'],
    [
      'GET',
      '/api/2/organization/{organization_id}/share/{root_id}/subscribers',
      'get_share_subscribers',
      'implemented',
    ],
    [
      'POST',
      '/api/2/organization/{organization_id}/share/{root_id}/subscribers/update',
      'update_share_subscribers',
      'implemented',
    ],
    ['POST', '/api/2/organization/{organization_id}/share/{root_id}/delete', 'delete_share', 'implemented'],
  ]),
  ...inArea('People', [
    ['GET', '/api/2/person', 'get_own_person', 'implemented'],
    ['GET', '/api/2/person/{person_id}', 'get_person', 'implemented'],
    ['POST', '/api/2/person/create', 'create_person', 'implemented'],
    ['POST', '/api/2/person/{person_id}/update', 'update_person', 'implemented'],
    ['POST', '/api/2/person/{person_id}/delete', 'delete_person', 'implemented'],
    ['POST', '/api/2/person/{person_id}/roots/create', 'create_person_root', 'implemented'],
    ['GET', '/api/2/person/{person_id}/sharelinks', 'list_person_sharelinks', 'implemented'],
    [
      'GET',
      '/api/2/person/{person_id}/sharelinks/received',
      'list_person_received_sharelinks',
      'implemented',
    ],
    ['GET', '/api/2/person/{person_id}/activity', 'list_person_activity', 'implemented'],
    ['POST', '/api/2/person/two_step/enable', 'enable_two_step', 'implemented'],
    ['POST', '/api/2/person/two_step/disable', 'disable_two_step', 'implemented'],
    ['POST', '/api/2/person/two_step/recovery', 'recover_two_step', 'implemented'],
  ]),
  ...inArea('Guests', [
    ['GET', '/api/2/guest/{guest_id}', 'get_guest', 'implemented'],
    ['POST', '/api/2/guest/create', 'create_guest', 'implemented'],
    ['POST', '/api/2/guest/{guest_id}/update', 'update_guest', 'implemented'],
    ['POST', '/api/2/guest/{guest_id}/delete', 'delete_guest', 'implemented'],
    ['GET', '/api/2/guest/{guest_id}/shares', 'list_guest_shares', 'implemented'],
    ['POST', '/api/2/guest/{guest_id}/convert', 'convert_guest', 'implemented'],
  ]),
  ...inArea('Groups', [
    ['POST', '/api/2/group/create', 'create_group', 'implemented'],
    ['GET', '/api/2/group/{group_id}', 'get_group', 'implemented'],
    ['POST', '/api/2/group/{group_id}/update', 'update_group', 'implemented'],
    ['GET', '/api/2/group/{group_id}/members', 'get_group_members', 'implemented'],
    ['POST', '/api/2/group/{group_id}/members/update', 'update_group_members', 'implemented'],
    ['POST', '/api/2/group/{group_id}/delete', 'delete_group', 'implemented'],
  ]),
  ...inArea('Machines', [
    ['GET', '/api/2/machine/{machine_id}', 'get_machine', 'implemented'],
    ['GET', '/api/2/machine/{machine_id}/status', 'get_machine_status', 'implemented'],
    ['POST', '/api/2/machine/{machine_id}/server/enable', 'enable_file_server', 'implemented'],
    ['POST', '/api/2/machine/{machine_id}/server/disable', 'disable_file_server', 'implemented'],
    ['POST', '/api/2/machine/{machine_id}/ls', 'list_machine_path', 'implemented'],
    ['GET', '/api/2/machine/{machine_id}/mappings', 'list_machine_mappings', 'implemented'],
    ['POST', '/api/2/machine/{machine_id}/mappings/create', 'create_machine_mapping', 'implemented'],
    ['GET', '/api/2/machine/{machine_id}/mapping/{mapping_id}', 'get_machine_mapping', 'implemented'],
    [
      'POST',
      '/api/2/machine/{machine_id}/mapping/{mapping_id}/delete',
      'delete_machine_mapping',
      'implemented',
    ],
    ['GET', '/api/2/machine/{machine_id}/backups', 'list_machine_backups', 'implemented'],
    ['POST', '/api/2/machine/{machine_id}/backups/create', 'create_machine_backup', 'implemented'],
    ['GET', '/api/2/machine/{machine_id}/backup/{root_id}', 'get_machine_backup', 'implemented'],
    ['POST', '/api/2/machine/{machine_id}/backup/{root_id}/restore', 'restore_machine_backup', 'implemented'],
    ['POST', '/api/2/machine/{machine_id}/backup/{root_id}/delete', 'delete_machine_backup', 'implemented'],
  ]),
  ...inArea('Activity', [
    ['GET', '/api/2/activity/types', 'list_activity_types', 'implemented'],
    ['GET', '/api/2/activity/{activity_id}', 'get_activity', 'implemented'],
    ['POST', '/api/2/activity/create', 'create_activity', 'implemented'],
  ]),
  ...inArea('Share links', [
    ['GET', '/api/2/sharelinks/{sharelink_id}', 'get_sharelink', 'implemented'],
    ['PUT', '/api/2/sharelinks/{sharelink_id}', 'update_sharelink', 'implemented'],
    ['DELETE', '/api/2/sharelinks/{sharelink_id}', 'delete_sharelink', 'implemented'],
    ['POST', '/api/2/sharelinks/{sharelink_id}/subscribers', 'add_sharelink_subscriber', 'implemented'],
    [
      'PUT',
      '/api/2/sharelinks/{sharelink_id}/subscribers/{subscriber_id}',
      'update_sharelink_subscriber',
      'implemented',
    ],
    [
      'DELETE',
      '/api/2/sharelinks/{sharelink_id}/subscribers/{subscriber_id}',
      'delete_sharelink_subscriber',
      'implemented',
    ],
  ]),
  ...inArea('Shared content', [
    ['GET', '/api/2/sharelinks/{sharelink_id}/files', 'get_shared_root', 'implemented'],
    ['GET', '/api/2/sharelinks/{sharelink_id}/files/folder/{folder_id}', 'get_shared_folder', 'implemented'],
    ['GET', '/api/2/sharelinks/{sharelink_id}/files/children', 'list_shared_root_children', 'implemented'],
    [
      'GET',
      '/api/2/sharelinks/{sharelink_id}/files/folder/{folder_id}/children',
      'list_shared_folder_children',
      'implemented',
    ],
    ['GET', '/api/2/sharelinks/{sharelink_id}/files/{file_id}', 'get_shared_file', 'implemented'],
    ['GET', '/api/2/sharelinks/{sharelink_id}/download', 'download_sharelink', 'implemented'],
    ['GET', '/api/2/sharelinks/{sharelink_id}/view', 'view_sharelink', 'implemented'],
    [
      'GET',
      '/api/2/sharelinks/{sharelink_id}/files/{file_id}/download',
      'download_shared_file',
      'implemented',
    ],
    ['GET', '/api/2/sharelinks/{sharelink_id}/files/{file_id}/view', 'view_shared_file', 'implemented'],
    [
      'GET',
      '/api/2/sharelinks/{sharelink_id}/files/folder/{folder_id}/download',
      'download_shared_folder',
      'implemented',
    ],
    [
      'POST',
      '/api/2/sharelinks/{sharelink_id}/files/create_folder',
      'create_folder_in_shared_root',
      'implemented',
    ],
    [
      'POST',
      '/api/2/sharelinks/{sharelink_id}/files/folder/{folder_id}/create_folder',
      'create_folder_in_shared_folder',
      'implemented',
    ],
  ]),
  ...inArea('OAuth', [
    ['GET', '/oauth/authorize', 'authorize', 'implemented'],
    ['POST', '/oauth/token', 'token', 'implemented'],
    ['POST', '/oauth/revoke', 'revoke', 'implemented'],
  ]),
]
