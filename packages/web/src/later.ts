// What nobody needs to see their files is one part of the app, and loaded as soon as some of it is wanted.
export { default as GoTo } from './app/go-to.tsx'
export { default as KeysHelp } from './app/keys-help.tsx'
export { default as PickFolder } from './screens/files/pick-folder.tsx'
export { default as FirstScreen } from './screens/first/first-screen.tsx'
export { default as OpenScreen } from './screens/open/open-screen.tsx'
export { default as SharedScreen } from './screens/shared/shared-screen.tsx'
export { default as TeamScreen } from './screens/team/team-screen.tsx'
