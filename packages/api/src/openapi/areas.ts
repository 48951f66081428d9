/** The sections of the API document, in the order in which a newcomer needs them, and what each is about. */
export const DOCUMENTED_AREAS: Readonly<Record<string, string>> = {
  OAuth:
    'Sign in: get an access token, renew it, give it back. Scripts use the password grant; applications that other people use send them to the authorization page (authorization code with PKCE).',
  General: 'The version of the API, and resetting a forgotten password. None of this needs a token.',
  Roots:
    'A root is a tree of files with an id of its own: the personal files of an account (`sync`), a team share (`share`) or a backup (`backup`). `GET /api/2/person` lists the roots of your account.',
  Folders: 'Folders in a root. Folder 0 is the top level of the root.',
  Files: 'Files in a root, their contents and their earlier revisions.',
  'Resumable uploads':
    'Uploads that survive a broken connection, by the tus protocol 1.0 (https://tus.io). Use any tus client with the address `/api/2/uploads`. The statuses and headers are those of the protocol.',
  History: 'What was changed in a root, what it looked like at any time, and going back to that.',
  'Live changes':
    'Following what happens: a feed of the changes of one root, and server-sent events for everything you can see.',
  Chunks:
    'For sync programs: files are cut into chunks, and only those that the root does not hold yet are sent.',
  Sync: 'For programs that keep a copy of a root: all of it to begin with, and many changes at once.',
  'Share links': 'Links that give others access to one file or folder, and who they are shared with.',
  'Shared content':
    'What the recipients of a share link can do. Name the link by its hash, which needs no token if the link is public, or by its id with a token.',
  'Organization shares':
    'Team shares: roots that belong to an organization and that persons and groups take part in with a role.',
  People: 'Accounts, their settings, two-step verification and invitations.',
  Guests: 'Accounts that can open share links and nothing else.',
  Groups: 'Groups of persons and of other groups, by which team shares can be given to many at once.',
  Machines:
    'Devices on which people signed in: how far they are in sync, folders of file servers that are mapped to roots, and backups. The agents that do this are not there yet: what needs one answers 503.',
  Organizations: 'Organizations, which form a tree, with their policies, members, usage and share links.',
  Activity: 'The record of what happened: sign-ins, changes, downloads.',
  Applications: 'Applications that may sign people in by OAuth with a client id and a secret of their own.',
  Sessions: 'Sign-in of browsers by a cookie, and where an account is signed in.',
  'Directory servers': 'LDAP and Active Directory servers whose accounts and groups are imported.',
}
