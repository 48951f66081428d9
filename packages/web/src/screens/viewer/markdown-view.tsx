import { type ReactNode, useMemo } from 'react'
import { renderMarkdown } from '../../files/content/markdown.ts'
import './markdown.css'

export function MarkdownView({ text }: { text: string }) {
  const shown = useMemo((): ReactNode => {
    try {
      return renderMarkdown(text)
    } catch {
      // Lists within lists without end, as nobody writes them.
      return <pre>{text}</pre>
    }
  }, [text])
  return (
    <article className="markdown" dir="auto">
      {shown}
    </article>
  )
}
