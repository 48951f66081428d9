type Child = Node | string | false | undefined

/** An element with its attributes, listeners (`onclick`) and children. Text is text, whatever is in it. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string | (() => void)> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes))
    if (typeof value === 'string') made.setAttribute(key, value)
    else made.addEventListener(key.replace(/^on/, ''), value)
  made.append(...children.filter((child) => child !== false && child !== undefined))
  return made
}
