import type { EntryId, OrganizationId, PersonId, RootId } from '@holdfast/api/ids'
import type { RuleKind } from '@holdfast/api/oversight/alert-rules'
import type { Instant } from '@holdfast/api/time'

/** Something that a rule may be about, as it is now. */
export interface Fact {
  kind: RuleKind
  /** Stays the same while it lasts. */
  subject: string
  organizationId: OrganizationId
  /** How far it has come, in the unit of the threshold. */
  value: number
  /** What it is called, for all administrators. */
  name: string
  /** What else tells how files or folders are called, which is for those who may see that. */
  hidden?: Hidden
  at?: Instant
  used?: number
  limit?: number
  /** Administrators of its organization are mailed about it by whoever noticed it. */
  told?: true
}

/** An item, which is called what it is called when it is told of, or a folder on a machine. */
export type Hidden =
  | { item: { root_id: RootId; id: EntryId } }
  | { folder: string; person_id: PersonId | null }

/** What is kept of a fact while a rule has told of it. */
export type KeptFact = Omit<Fact, 'value'>

export interface RuleWish {
  kind: RuleKind
  threshold: number | null
  enabled_at: Instant
}

/** Where the threshold is how much is left. */
const COUNTING_DOWN: readonly RuleKind[] = ['license_ending', 'certificate_ending']

/** Whether a rule tells of a fact. */
export function isFor({ kind, threshold, enabled_at }: RuleWish, fact: Fact): boolean {
  if (kind !== fact.kind) return false
  // What was public before is no news.
  if (kind === 'public_link') return (fact.at ?? 0) >= enabled_at
  if (threshold === null) return true
  return COUNTING_DOWN.includes(kind) ? fact.value <= threshold : fact.value >= threshold
}

export const isLooserLow = (kind: RuleKind): boolean => !COUNTING_DOWN.includes(kind)
