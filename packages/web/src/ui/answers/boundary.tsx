import { Component, type ReactNode } from 'react'
import { t } from '../../messages/words.ts'
import { Button } from '../button.tsx'
import { Icon } from '../icon.tsx'

/** Keeps a fault in one part of the app there: what stands around it goes on. */
export class Boundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: undefined as unknown }

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('nothing') }
  }

  override render() {
    if (this.state.error === undefined) return this.props.children
    // A part of an older build is not on the server any more.
    const isOld = String(this.state.error).includes('dynamically imported')
    return (
      <div className="empty" role="alert">
        <Icon name="warn" large />
        <h2>{isOld ? t.connection.newVersion : t.problem.crashed}</h2>
        {!isOld && <p className="soft">{t.problem.crashedWhy}</p>}
        <p className="empty-actions">
          <Button kind="primary" icon="refresh" onClick={() => location.reload()}>
            {t.connection.reload}
          </Button>
        </p>
      </div>
    )
  }
}
