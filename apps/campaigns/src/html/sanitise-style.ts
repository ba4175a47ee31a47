const STYLE_CHARACTERS_MAX = 10_000;
const VALUE_CHARACTERS_MAX = 300;

/** Properties that show text. None loads a file or moves an element out of its place. */
const PROPERTIES: ReadonlySet<string> = new Set(
  [
    'background-color border border-bottom border-bottom-color border-bottom-style border-bottom-width',
    'border-collapse border-color border-left border-left-color border-left-style border-left-width border-radius',
    'border-right border-right-color border-right-style border-right-width border-spacing border-style border-top',
    'border-top-color border-top-style border-top-width border-width clear color direction display float font',
    'font-family font-size font-style font-variant font-weight height letter-spacing line-height list-style-type',
    'margin margin-bottom margin-left margin-right margin-top max-height max-width min-height min-width padding',
    'padding-bottom padding-left padding-right padding-top table-layout text-align text-decoration text-indent',
    'text-transform unicode-bidi vertical-align white-space width word-break word-spacing word-wrap',
  ].flatMap((line) => line.split(' ')),
);

/** Names, numbers that are not negative, texts in quotes, and colors. No escapes, comments, other functions or URLs. */
const PARTS =
  /(?:rgb|hsl)a?\([\d\s.,%/]{1,60}\)|'[\w .-]{1,60}'|"[\w .-]{1,60}"|#[\da-f]{3,8}|[a-z][\w-]*|\d[\d.]*(?:%|[a-z]{1,4})?|\.\d+(?:%|[a-z]{1,4})?|[\s,/]|!important/gi;

/** The declarations of a style attribute that are on the allow list. Undefined if none is. */
export function sanitiseStyle(style: string): string | undefined {
  const declarations = style
    .slice(0, STYLE_CHARACTERS_MAX)
    .split(';')
    .flatMap((declaration) => {
      const colon = declaration.indexOf(':');
      const name = declaration.slice(0, Math.max(colon, 0)).trim().toLowerCase();
      const value = declaration.slice(colon + 1).trim();
      return PROPERTIES.has(name) && isAllowed(value) ? [`${name}:${value}`] : [];
    });
  return declarations.length === 0 ? undefined : declarations.join(';');
}

function isAllowed(value: string): boolean {
  return value.length <= VALUE_CHARACTERS_MAX && value.replaceAll(PARTS, '') === '';
}
