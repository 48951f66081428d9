/** What each field of a policy is called, and what it does. */
export const policyFields = {
  require_two_step_auth: {
    label: 'Require two-step verification',
    help: 'Everyone confirms sign-ins with a code. People without it set it up at their next sign-in.',
  },
  change_password_frequency: {
    label: 'Password age',
    help: 'People choose a new password after this many days. Leave empty for never.',
  },
  deactivate_token_frequency: {
    label: 'Sign out unused devices after',
    help: 'A sign-in that is not used for this long ends.',
  },
  browser_sign_in_days: {
    label: 'Stay signed in in browsers for',
    help: 'After that, people enter their password again.',
  },
  application_sign_in_days: {
    label: 'Stay signed in in connected apps for',
    help: 'Then the app asks again. Devices that sync are not affected. Leave empty for no end.',
  },
  ad_enabled: {
    label: 'Directories',
    help: 'Import people from Active Directory or LDAP. They sign in with that password.',
  },
  require_mobile_lock: {
    label: 'Require a screen lock on phones',
    help: 'Phones without a lock can’t open files. Takes effect with the phone app.',
  },
  secure_shares: {
    label: 'Links require sign-in',
    help: 'No public links. Existing ones stop working for people without an account.',
  },
  user_create_shares: {
    label: 'People can create team shares and links',
    help: 'Administrators always can.',
  },
  user_find_people: {
    label: 'Suggest colleagues when sharing',
    help: 'People find others of the organization by the beginning of their name.',
  },
  purge_deleted: {
    label: 'Delete removed files permanently',
    help: 'Deleted files and folders can’t be restored after this many days.',
  },
  purge_deleted_frequency: {
    label: 'Days until removed files are deleted permanently',
    help: 'Empty means 30 days.',
  },
  trim_revisions: {
    label: 'Delete earlier versions',
    help: 'Versions are deleted permanently this many days after a newer one. The current one stays.',
  },
  trim_revisions_x: {
    label: 'Days until earlier versions are deleted',
    help: 'Empty means 30 days.',
  },
  user_purge_deleted: {
    label: 'People can delete files permanently',
    help: 'Only their own files. Administrators always can.',
  },
  user_trim_revisions: {
    label: 'People can delete earlier versions',
    help: 'Only of their own files. Administrators always can.',
  },
  user_rollback: {
    label: 'People can restore whole folders',
    help: 'They can restore a folder as of an earlier time with the time machine. This can be undone.',
  },
  user_lock_files: {
    label: 'People can lock files',
    help: 'Also where they are not the owner. Others can open locked files.',
  },
  user_overwrite_collisions: {
    label: 'People can overwrite a conflicting version',
    help: 'Otherwise both versions are kept. Has no effect yet: devices always keep both.',
  },
  user_bulk_resolve_warnings: {
    label: 'People can resolve many sync warnings at once',
    help: 'Otherwise one at a time. Has no effect yet.',
  },
  excluded_extensions: {
    label: 'Blocked file types',
    help: 'Files with these endings, such as “.iso”, are refused. Backups accept them.',
  },
  locked_extensions: {
    label: 'Lock while open on devices',
    help: 'Devices lock files with these endings while a program has them open.',
  },
  device_brake: {
    label: 'Unusual activity',
    help: 'When a device deletes or changes far more than usual.',
  },
  file_server_enabled: {
    label: 'File servers',
    help: 'Folders of servers can be mapped to team shares. Off: mappings pause.',
  },
  backups_enabled: {
    label: 'Backups',
    help: 'Devices can be backed up. Off: backups pause, and restoring still works.',
  },
  user_create_backups: {
    label: 'People can back up their devices',
    help: 'Administrators always can.',
  },
  backups_purge_deleted: {
    label: 'Delete removed files from backups',
    help: 'Files deleted on the device are deleted permanently from its backup after this many days.',
  },
  backups_purge_deleted_frequency: {
    label: 'Days until removed files are deleted from backups',
    help: 'Empty means 30 days.',
  },
  backups_trim_revisions: {
    label: 'Delete earlier versions from backups',
    help: 'Versions are deleted permanently this many days after a newer one.',
  },
  backups_trim_revisions_frequency: {
    label: 'Days until earlier versions are deleted from backups',
    help: 'Empty means 30 days.',
  },
  webdav_enabled: {
    label: 'WebDAV',
    help: 'People can connect with WebDAV programs.',
  },
  webdav_account_password: {
    label: 'Own password in WebDAV programs',
    help: 'Without two-step verification, people can enter their own password there. Off: app passwords only.',
  },
  web_preview_enabled: {
    label: 'Previews',
    help: 'Files can be viewed in the browser. Off: download only.',
  },
  web_editor_enabled: {
    label: 'Edit text files',
    help: 'Text files can be edited in the browser.',
  },
  web_wopi_enabled: {
    label: 'Edit office files',
    help: 'Needs an office server. Takes effect when one is connected.',
  },
  branding_enabled: {
    label: 'Own appearance',
    help: 'Own color and logo. Off: looks like the organization above.',
  },
  admin_browse_files: {
    label: 'Administrators can open people’s files',
    help: 'And give others access. Each time is recorded in Activity.',
  },
  admin_browse_remote: {
    label: 'Administrators can browse devices',
    help: 'They see folder names on connected devices.',
  },
  admin_create_users: {
    label: 'Administrators can add people',
    help: 'Off: no new accounts, directory imports too.',
  },
  space_quota: {
    label: 'Storage',
    help: 'When it is full, uploads and backups are refused.',
  },
  num_users_maximum: {
    label: 'Accounts',
    help: 'Guests don’t count. Leave empty for no limit.',
  },
  max_file_size: {
    label: 'Largest file',
    help: 'Larger files are refused. Backups accept them.',
  },
  num_orgs_maximum: {
    label: 'Organizations below',
    help: 'How many can exist directly below. Leave empty for no limit.',
  },
  create_orgs_until: {
    label: 'Can add organizations until',
    help: 'After this day none can be added. Leave empty for no end.',
  },
  trial_length_days: {
    label: 'Trial of new customers',
    help: 'How long a trial lasts.',
  },
  api_ratelimit_enabled: {
    label: 'Limit API requests',
    help: 'For all accounts together. More are refused until the next minute.',
  },
  api_ratelimit: {
    label: 'Requests per minute',
    help: 'Empty means no limit.',
  },
  monthly_cost_cents: {
    label: 'Price per account',
    help: 'Appears in Usage and its CSV.',
  },
  monthly_cost_currency: {
    label: 'Currency',
    help: 'Three letters, such as EUR.',
  },
  num_users_minimum: {
    label: 'Billed at least',
    help: 'Accounts billed even if fewer exist.',
  },
  service_plans_enabled: {
    label: 'Show the plan on bills',
    help: 'The plan’s number appears in the CSV.',
  },
  psa_enabled: {
    label: 'Pass on to a PSA',
    help: 'Marks the row in the CSV for billing programs.',
  },
}
