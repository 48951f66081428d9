import { t } from '../../messages/words.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'

/** Shown once: anyone who loses the phone gets in by it. */
export function BackupKey({ email, backupKey }: { email: string; backupKey: string }) {
  const words = t.account.twoStep
  const save = () => {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([`${words.keyOf(email, location.host)}\n\n${backupKey}\n`]))
    link.download = `${words.keyFile}.txt`
    link.click()
    URL.revokeObjectURL(link.href)
  }
  return (
    <div className="backup-key">
      <p>{words.keyOf(email, location.host)}</p>
      <p className="me-key">
        <code>{backupKey}</code>
      </p>
      <p className="me-buttons">
        <Button icon="download" onClick={save}>
          {words.keySave}
        </Button>
        <Button icon="text" onClick={() => print()}>
          {words.keyPrint}
        </Button>
        <Button icon="copy" onClick={() => void copyText(backupKey, words.keyCopied)}>
          {words.keyCopy}
        </Button>
      </p>
    </div>
  )
}
