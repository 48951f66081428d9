import type { Happened } from '../../core/history/groups.ts'
import { kindOfOne } from '../../core/history/report-words.ts'
import { forgetHistory, takeBack, takeBackAgain } from '../../data/history/history.ts'
import { problemOf } from '../../data/service/errors.ts'
import { undoWords } from '../../messages/undo-words.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'

/** What someone did to one item is undone at once; the message has the way back. */
export async function undoOne({ root, seq, op, name }: Happened): Promise<void> {
  const words = undoWords()
  try {
    const report = await takeBack({ root, from_seq: seq, to_seq: seq }, false)
    const kind = kindOfOne(report, op)
    const [kept] = report.skipped_items
    if (kind === undefined)
      return toast(kept ? words.notUndone(name, t.report.because[kept.reason]) : words.nothing(name), {
        bad: true,
      })
    toast(words.oneDone[kind](name), {
      undo: async () => {
        await takeBackAgain(root, report)
        toast(t.done.undone)
        forgetHistory(root)
      },
    })
    forgetHistory(root)
  } catch (error) {
    toast(problemOf(error).words, { bad: true })
  }
}
