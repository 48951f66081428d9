// What only administrators see is one part of the app, loaded with the first of its addresses.

export { ConsoleScreen } from './console-screen.tsx'
export { ConsoleBottom } from './frame/bottom.tsx'
export { ConsoleGoTo } from './frame/go-to.tsx'
export { ConsoleNavigation } from './frame/navigation.tsx'
export { WelcomeScreen } from './welcome/welcome-screen.tsx'
