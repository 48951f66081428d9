import { pluralOf } from '../../intl/plural.ts'

const plural = pluralOf('en')
const members = (count: number) => plural(count, '# member', '# members')

/** Words of the list of groups and of a group's page. */
export const groups = {
  list: 'Groups',
  search: 'Search by name',
  add: 'New group',
  columns: {
    name: 'Name',
    members: 'Members',
    member_groups: 'Groups in it',
    shares: 'Team shares',
    directory: 'From',
    created: 'Created',
  },
  facts: (organization: string | undefined, count: number) =>
    [organization, members(count)].filter(Boolean).join(' · '),
  empty: 'No groups yet',
  emptyWhy: 'Give several people access to team shares at once.',
  noneMatch: 'No group matches these filters.',
  name: 'Name',
  create: 'Create group',
  created: (name: string) => `Group “${name}” created`,
  taken: 'A group with this name already exists.',
  rename: 'Rename…',
  renameTitle: 'Rename group',
  renameButton: 'Rename',
  renamed: (name: string) => `Renamed to “${name}”`,
  delete: 'Delete group…',
  deleteTitle: (name: string) => `Delete the group “${name}”?`,
  deleteWhy: 'Members lose the access that they have through it. Their accounts stay. This can’t be undone.',
  deleteButton: 'Delete group',
  deleted: (name: string) => `Group “${name}” deleted`,
  gone: 'This group has been deleted.',
  people: 'People',
  groupsIn: 'Groups',
  noPeople: 'No one is in this group yet.',
  noGroups: 'No groups are in this group.',
  addPeople: 'Add people…',
  addGroups: 'Add groups…',
  addTitle: (name: string) => `Add to “${name}”`,
  find: 'Search by name or email',
  addOne: (name: string) => `Add ${name}`,
  noneFound: (q: string) => `No results for “${q}”`,
  added: (name: string) => `${name} added`,
  remove: (name: string) => `Remove ${name}`,
  removed: (name: string) => `${name} removed`,
  managed: (name: string) => `Managed by ${name}`,
  managedWhy: 'The members come from a directory and change with it.',
}
