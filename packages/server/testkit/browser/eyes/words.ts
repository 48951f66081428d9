/** What is said in another language: word by word, and by form, each with what stands in its gaps. */
export interface Words {
  exact: Record<string, string>
  /** A regular expression, and what is said instead, with $1 for the first gap. */
  forms: readonly (readonly [form: string, said: string])[]
}
