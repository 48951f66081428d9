import { formatExactTime, formatTime } from '../../messages/format.ts'

/** When something was, as short as a column; exactly for who asks. */
export const ShortTime = ({ at }: { at: string }) => <time title={formatExactTime(at)}>{formatTime(at)}</time>
