/** What the runner tells the tests: where its servers are. */
export function environment(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set. Run tests with: npm test -- <part of the file's path>`)
  return value
}
