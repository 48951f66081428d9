import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { loadSettings } from './data/account/settings.ts'
import { queries } from './data/service/queries.ts'
import { loadSession } from './data/service/session.ts'
import { setTimeZone } from './messages/format.ts'
import { speak } from './messages/words.ts'
import { languagesWanted } from './platform/preferences.ts'
import { ProblemScreen } from './ui/answers/problem-screen.tsx'
import './ui/look/base.css'

/** Not by awaiting at the top: the parts that come later need this one to be done. */
async function start(place: HTMLElement): Promise<void> {
  const root = createRoot(place)
  try {
    const session = await loadSession()
    if (!session) {
      const here = location.pathname + location.search
      return location.replace(`/account/sign-in?to=${encodeURIComponent(here)}`)
    }
    await loadSettings(session)
    if (session.person) setTimeZone(session.person.timezone)
    await speak(languagesWanted())
    root.render(
      <StrictMode>
        <QueryClientProvider client={queries}>
          <App session={session} />
        </QueryClientProvider>
      </StrictMode>,
    )
  } catch (error) {
    await speak(languagesWanted())
    root.render(<ProblemScreen error={error} onRetry={() => location.reload()} />)
  }
}

const place = document.getElementById('app')
if (place) void start(place)
