import type { ActivityType } from '@holdfast/api/oversight/activity'
import { ACTIVITY_TYPES } from '../../records/activity/types.ts'

export const listActivityTypes = (): { results: ActivityType[] } => ({
  results: Object.values(ACTIVITY_TYPES).map((type) => ({ type: 'activity_type', ...type })),
})
