/** The sections of the API document, in the order in which a newcomer needs them, and what each is about. */
export const DOCUMENTED_AREAS: Readonly<Record<string, string>> = {
  OAuth:
    'Get, refresh and revoke access tokens. Scripts use the password grant. Applications for other people send them to the authorization page (authorization code with PKCE).',
  General: 'The version of the API, and password reset. No token required.',
  Roots:
    'A root is a tree of files with its own ID: the personal files of an account (`sync`), a team share (`share`) or a backup (`backup`). `GET /api/2/person` lists the roots of your account.',
  Folders: 'Folders in a root. Folder 0 is the top level of the root.',
  Files: 'Files in a root, their contents and their earlier revisions.',
  'Resumable uploads':
    'Uploads that survive a broken connection, with the tus protocol 1.0 (https://tus.io). Use any tus client with the URL `/api/2/uploads`. Statuses and headers are those of the protocol.',
  History: 'List the changes of a root, view it at any point in time, and restore it.',
  'Live changes':
    'Follow changes live: a feed of the changes of one root, and server-sent events for everything you can see.',
  Chunks:
    'For sync programs: split files into chunks and upload only the chunks that the root does not have yet.',
  Sync: 'For programs that keep a local copy of a root: list everything, then send many changes at once.',
  'Share links': 'Links that give others access to a file or folder, and the people they are shared with.',
  'File requests': 'Share links that collect files: what they ask for, who has sent files, and who has not.',
  'Shared content':
    'What recipients of a share link can do. Identify the link by its hash, which needs no token if the link is public, or by its ID with a token.',
  'Organization shares':
    'Team shares: roots of an organization whose members are people and groups with a role.',
  People: 'Accounts, their settings, two-step verification and invitations.',
  Guests: 'Accounts that can open share links and nothing else.',
  Groups: 'Groups of people and of other groups. Use them to add many people to a team share.',
  Machines:
    'Devices on which people signed in: their sync status, folders of file servers that are mapped to roots, and backups. Calls that ask a device return 503 if it is not connected.',
  Organizations:
    'Organizations and their child organizations, with their policies, people, usage and share links.',
  Activity: 'The activity log: sign-ins, changes and downloads.',
  Applications: 'Applications that sign people in with OAuth, each with its own client ID and secret.',
  Sessions: 'Browser sign-in with a cookie, and the browsers and devices where an account is signed in.',
  'App passwords':
    'Passwords for programs that send a name and a password with each request. They open files by WebDAV, and nothing of this API.',
  'Directory servers': 'LDAP and Active Directory servers whose accounts and groups are imported.',
}
