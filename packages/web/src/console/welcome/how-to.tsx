interface HowToProps {
  title: string
  why: string
  settings: string
  /** A page of the documentation. */
  page: string
  link: string
}

/** What cannot be set in the app. */
export const HowTo = ({ title, why, settings, page, link }: HowToProps) => (
  <div className="welcome-how">
    <h3>{title}</h3>
    <p>{why}</p>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, for those without a mouse too */}
    <pre tabIndex={0}>
      <code>{settings}</code>
    </pre>
    <a href={page}>{link}</a>
  </div>
)
