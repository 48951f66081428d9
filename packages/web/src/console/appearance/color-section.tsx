import type { Brand } from '@holdfast/api/accounts/brand'
import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { useId } from 'react'
import { type BrandColors, brandColorsOf, type Used } from '../../core/console/brand-colors.ts'
import { saveColor } from '../../data/console/appearance.ts'
import { problemOf } from '../../data/service/errors.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatCount, shownName } from '../../messages/format.ts'
import { toast } from '../../platform/toasts.ts'
import { Form, FormProblem } from '../../ui/answers/form.tsx'
import { Button } from '../../ui/button.tsx'
import { Fact } from '../../ui/facts.tsx'
import { Field } from '../../ui/field.tsx'

interface ColorSectionProps {
  place: OrganizationMay
  brand: Brand
  /** As it is being chosen. */
  color: string
  onColor: ((color: string) => void) | undefined
}

/** The one colour that all others come from. */
export function ColorSection({ place, brand, color, onColor }: ColorSectionProps) {
  const words = consoleWords().appearance
  const { own_color: own, inherited } = brand
  const used = brandColorsOf(color)
  const from = inherited?.color_from && shownName(inherited.color_from.name)
  const set = async (next: string | null) => {
    await saveColor(place.id, next)
    toast(words.colorSaved, { undo: async () => void (await saveColor(place.id, own)) })
  }
  const send = async () => {
    if (!used) throw new FormProblem(words.noColor)
    await set(used.email.color)
  }
  const inherit = () => set(null).catch((error) => toast(problemOf(error).words, { bad: true }))
  const isOwn = own === brand.color
  return (
    <section className="console-part">
      <h2>{words.color}</h2>
      <p className="soft">{isOwn ? words.ownColor : from ? words.colorFrom(from) : words.plainColor}</p>
      {onColor ? (
        <Form
          button={words.saveColor}
          send={send}
          aside={
            own !== null && (
              <Button onClick={() => void inherit()}>
                {from ? words.takeColorOf(from) : words.takePlainColor}
              </Button>
            )
          }
        >
          <ColorField color={color} picked={used?.email.color ?? brand.color} onColor={onColor} />
        </Form>
      ) : (
        <Field label={words.color} value={color} />
      )}
      {used && <UsedColors used={used} />}
    </section>
  )
}

function ColorField({
  color,
  picked,
  onColor,
}: {
  color: string
  picked: string
  onColor: (color: string) => void
}) {
  const words = consoleWords().appearance
  const id = useId()
  return (
    <div className="appearance-color">
      <Field
        label={words.color}
        hint={words.colorHint}
        maxLength={7}
        autoCapitalize="off"
        spellCheck={false}
        value={color}
        onChange={onColor}
      />
      <label htmlFor={id} className="unseen">
        {words.pick}
      </label>
      <input
        id={id}
        type="color"
        title={words.pick}
        value={picked}
        onChange={({ target }) => onColor(target.value)}
      />
    </div>
  )
}

/** What people really see of it, and how well that can be read. */
function UsedColors({ used }: { used: BrandColors }) {
  const words = consoleWords().appearance
  const { light, dark } = used.schemes
  const onButtons = used.email.on === '#000000' ? words.black : words.white
  return (
    <>
      <h3 className="appearance-used">{words.used}</h3>
      <dl className="console-facts">
        <Fact label={words.onLight}>{usedWords(light)}</Fact>
        <Fact label={words.onDark}>{usedWords(dark)}</Fact>
        <Fact label={words.inEmails}>{words.onButtons(onButtons, ratioOf(used.email))}</Fact>
      </dl>
    </>
  )
}

function usedWords(used: Used): string {
  const words = consoleWords().appearance
  const ratio = ratioOf(used)
  return used.isChanged ? words.readableAs(used.color, ratio) : words.asChosen(ratio)
}

const ratioOf = ({ ratio }: Used): string => `${formatCount(Math.floor(ratio * 10) / 10)}:1`
