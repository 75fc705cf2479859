/**
 * What custom CSS of a status page may contain. A list of what is allowed, because new CSS features that load files,
 * read attributes or run code must not be allowed by default.
 */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

export const ALLOWED_PROPERTIES = words(`
  accent-color align-content align-items align-self aspect-ratio background background-clip background-color
  background-image background-origin background-position background-repeat background-size
  border border-block border-block-end border-block-start border-bottom border-bottom-color
  border-bottom-left-radius border-bottom-right-radius border-bottom-style border-bottom-width border-collapse
  border-color border-end-end-radius border-end-start-radius border-inline border-inline-end
  border-inline-start border-left border-left-color border-left-style border-left-width border-radius
  border-right border-right-color border-right-style border-right-width border-spacing
  border-start-end-radius border-start-start-radius border-style border-top border-top-color
  border-top-left-radius border-top-right-radius border-top-style border-top-width border-width
  bottom box-shadow box-sizing caret-color clear color color-scheme column-gap content
  direction display fill fill-opacity flex flex-basis flex-direction flex-flow flex-grow flex-shrink flex-wrap
  float font font-family font-feature-settings font-kerning font-size font-stretch font-style font-variant
  font-variant-caps font-variant-numeric font-weight gap grid grid-area grid-auto-columns
  grid-auto-flow grid-auto-rows grid-column grid-column-end grid-column-start grid-gap grid-row
  grid-row-end grid-row-start grid-template grid-template-areas grid-template-columns
  grid-template-rows height hyphens inline-size inset inset-block inset-inline isolation
  justify-content justify-items justify-self left letter-spacing line-height
  list-style list-style-position list-style-type margin margin-block margin-block-end margin-block-start
  margin-bottom margin-inline margin-inline-end margin-inline-start margin-left margin-right margin-top
  max-block-size max-height max-inline-size max-width min-block-size min-height min-inline-size min-width
  mix-blend-mode object-fit object-position opacity order outline outline-color outline-offset
  outline-style outline-width overflow overflow-wrap overflow-x overflow-y padding padding-block
  padding-block-end padding-block-start padding-bottom padding-inline padding-inline-end
  padding-inline-start padding-left padding-right padding-top place-content place-items place-self
  position quotes right row-gap stroke stroke-opacity stroke-width tab-size table-layout text-align
  text-decoration text-decoration-color text-decoration-line text-decoration-style
  text-decoration-thickness text-indent text-overflow text-shadow text-transform
  text-underline-offset text-wrap top transform transform-origin transition transition-delay
  transition-duration transition-property transition-timing-function unicode-bidi vertical-align
  visibility white-space width word-break word-spacing writing-mode z-index
`);

export const ALLOWED_FUNCTIONS = words(`
  calc clamp color-mix conic-gradient cubic-bezier hsl hsla hwb lab lch light-dark linear-gradient
  max min minmax fit-content oklab oklch radial-gradient repeat repeating-linear-gradient
  repeating-radial-gradient rgb rgba rotate scale scalex scaley skew steps translate translatex
  translatey var
`);

export const ALLOWED_PSEUDO_CLASSES = words(`
  active dir empty first-child first-of-type focus focus-visible focus-within hover is lang
  last-child last-of-type link not nth-child nth-last-child nth-of-type only-child root target
  visited where
`);

export const ALLOWED_PSEUDO_ELEMENTS = words("after before first-letter first-line marker selection");

/** No other attribute can be compared: its value could be guessed character by character. */
export const ALLOWED_ATTRIBUTES = words("dir lang data-theme data-status");

/** The images of the page itself, relative to the style sheet. */
export const ALLOWED_URLS = words("images/logo_light images/logo_dark images/favicon");

export const ALLOWED_AT_RULES = words("media");

/** Other kinds of nodes are rejected, such as what the parser could not read. */
export const ALLOWED_NODES = words(`
  StyleSheet Rule Atrule AtrulePrelude MediaQueryList MediaQuery Condition Feature FeatureRange Ratio
  SelectorList Selector TypeSelector ClassSelector IdSelector PseudoClassSelector PseudoElementSelector
  AttributeSelector Combinator Nth AnPlusB Block Declaration Value Identifier Number Dimension Percentage Hash
  String Operator Function Parentheses Comment Url WhiteSpace
`);
