import { SURFACES } from '@holdfast/api/accounts/accent'
import type { Brand, Logo } from '@holdfast/api/accounts/brand'
import { type BrandColors, brandColorsOf, SCHEMES, type Scheme } from '../../core/console/brand-colors.ts'
import { ownLogoOf } from '../../core/own-logo.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { shownName } from '../../messages/format.ts'

const KINDS = ['app', 'link', 'email'] as const
type Kind = (typeof KINDS)[number]

/** What people see of it, drawn in the colours that it will have. */
export function Samples({ brand, color }: { brand: Brand; color: string }) {
  const words = consoleWords().appearance
  const colors = brandColorsOf(color) ?? brandColorsOf(brand.color)
  if (!colors) return null
  return (
    <section className="console-part">
      <h2>{words.samples}</h2>
      <div className="appearance-samples">
        {KINDS.map((kind) =>
          SCHEMES.map((scheme) => (
            <figure key={`${kind} ${scheme}`}>
              <Sample kind={kind} scheme={scheme} colors={colors} brand={brand} />
              <figcaption>
                {words.kinds[kind]} · {words.schemes[scheme]}
              </figcaption>
            </figure>
          )),
        )}
      </div>
    </section>
  )
}

interface SampleProps {
  kind: Kind
  scheme: Scheme
  colors: BrandColors
  brand: Brand
}

const Sample = ({ kind, ...of }: SampleProps) => (
  <svg className="appearance-sample" viewBox="0 0 280 170" aria-hidden="true">
    {kind === 'app' ? <App {...of} /> : kind === 'link' ? <LinkPage {...of} /> : <Email {...of} />}
  </svg>
)

type Drawn = Omit<SampleProps, 'kind'>

function App({ scheme, colors, brand }: Drawn) {
  const words = consoleWords().appearance
  const { page, card, line, text, soft } = SURFACES[scheme]
  const { color, on, tint } = colors.schemes[scheme]
  return (
    <>
      <rect width="280" height="170" fill={card} />
      <rect width="280" height="34" fill={page} />
      <path d="M0 34h280M92 34v136" stroke={line} />
      <BrandMark {...{ brand, scheme, colors }} x={10} y={6} />
      <rect x="6" y="42" width="80" height="22" rx="6" fill={tint} />
      <Words x={14} y={57} fill={color} text={words.sampleFolder} isStrong />
      <rect x="14" y="74" width="44" height="6" rx="3" fill={line} />
      <rect x="14" y="90" width="36" height="6" rx="3" fill={line} />
      <rect x="106" y="46" width="100" height="24" rx="6" fill={color} />
      <Words x={156} y={62} fill={on} text={words.sampleButton} isStrong isCentered />
      <Words x={106} y={94} fill={text} text={words.sampleFile} />
      <path d="M106 104h162M106 130h162" stroke={line} />
      <rect x="106" y="112" width="90" height="6" rx="3" fill={soft} opacity="0.5" />
      <rect x="106" y="138" width="70" height="6" rx="3" fill={soft} opacity="0.5" />
    </>
  )
}

function LinkPage({ scheme, colors, brand }: Drawn) {
  const words = consoleWords().appearance
  const { page, card, line, text, soft } = SURFACES[scheme]
  const { color, on } = colors.schemes[scheme]
  return (
    <>
      <rect width="280" height="170" fill={page} />
      <BrandMark {...{ brand, scheme, colors }} x={20} y={10} />
      <rect x="20" y="42" width="240" height="112" rx="10" fill={card} stroke={line} />
      <Words x={36} y={66} fill={text} text={words.sampleFile} isStrong />
      <rect x="36" y="76" width="80" height="6" rx="3" fill={soft} opacity="0.5" />
      <rect x="36" y="100" width="208" height="30" rx="6" fill={color} />
      <Words x={140} y={119} fill={on} text={words.sampleButton} isStrong isCentered />
    </>
  )
}

function Email({ scheme, colors, brand }: Drawn) {
  const words = consoleWords().appearance
  const { card, text, soft } = SURFACES[scheme]
  const { color, on } = colors.email
  return (
    <>
      <rect width="280" height="170" fill={card} />
      <rect x="20" y="14" width="240" height="3" fill={color} />
      <BrandMark {...{ brand, scheme, colors }} x={20} y={26} isEmail />
      <Words x={20} y={76} fill={text} text={words.sampleEmail} />
      <rect x="20" y="92" width="110" height="28" rx="6" fill={color} />
      <Words x={75} y={110} fill={on} text={words.sampleOpen} isStrong isCentered />
      <rect x="20" y="138" width="120" height="5" rx="2.5" fill={soft} opacity="0.5" />
    </>
  )
}

interface BrandMarkProps extends Drawn {
  x: number
  y: number
  /** Has no mark of ours where there is no logo. */
  isEmail?: boolean
}

const MARK = 22
const MOST_WIDE = 120

function BrandMark({ brand, scheme, colors, x, y, isEmail = false }: BrandMarkProps) {
  const { text } = SURFACES[scheme]
  const { color, on } = colors.schemes[scheme]
  const name = shownName(brand.name)
  if (brand.logo) {
    const width = widthOf(brand.logo)
    return (
      <>
        <rect x={x - 3} y={y - 2} width={width + 6} height={MARK + 4} rx="4" fill={SURFACES.light.card} />
        <image href={brand.logo.url} x={x} y={y} width={width} height={MARK} />
        {!ownLogoOf(brand) && <Words x={x + width + 10} y={y + 15} fill={text} text={name} isStrong />}
      </>
    )
  }
  return (
    <>
      {!isEmail && (
        <g transform={`translate(${x} ${y}) scale(${MARK / 32})`}>
          <rect width="32" height="32" rx="8" fill={color} />
          <path
            d="M10.5 8v16M21.5 8v16M10.5 18.5c4-5.5 7 2.5 11-5"
            fill="none"
            stroke={on}
            strokeWidth="2.6"
            strokeLinecap="round"
          />
        </g>
      )}
      <Words x={isEmail ? x : x + MARK + 8} y={y + 15} fill={text} text={name} isStrong />
    </>
  )
}

const widthOf = ({ width, height }: Logo): number => Math.min(MOST_WIDE, (width / height) * MARK)

interface WordsProps {
  x: number
  y: number
  fill: string
  text: string
  isStrong?: boolean
  isCentered?: boolean
}

const Words = ({ x, y, fill, text, isStrong, isCentered }: WordsProps) => (
  <text
    x={x}
    y={y}
    fill={fill}
    fontSize="10"
    fontWeight={isStrong ? 600 : 400}
    textAnchor={isCentered ? 'middle' : 'start'}
  >
    {text}
  </text>
)
