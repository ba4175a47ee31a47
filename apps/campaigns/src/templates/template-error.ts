/** Longest message of the template library that an error repeats. */
const DETAIL_CHARACTERS_MAX = 300;

/** `syntax`: the template does not parse. `limit`: rendering needs too much time, memory or output. */
export type TemplateErrorKind = 'syntax' | 'time' | 'limit' | 'render';

/** A template that does not parse, or cannot be rendered within the limits. The message is for the author. */
export class TemplateError extends Error {
  readonly kind: TemplateErrorKind;

  constructor(kind: TemplateErrorKind, detail: string) {
    super(detail.slice(0, DETAIL_CHARACTERS_MAX));
    this.name = 'TemplateError';
    this.kind = kind;
  }
}

/** The error of a template that the library refuses to parse. */
export function syntaxErrorOf(thrown: unknown): TemplateError {
  // Deeply nested tags exhaust the stack of the parser.
  if (isStackOverflow(thrown)) return new TemplateError('syntax', 'the tags are nested too deeply');
  return new TemplateError('syntax', messageOf(thrown));
}

/** The error of a template that the library cannot render. */
export function renderErrorOf(thrown: unknown): TemplateError {
  const message = messageOf(thrown);
  if (message.includes('template render limit'))
    return new TemplateError('time', 'the template takes too long to render');
  if (message.includes('memory alloc limit') || message.includes('Invalid string length'))
    return new TemplateError('limit', 'the template needs too much memory to render');
  if (isStackOverflow(thrown)) return new TemplateError('limit', 'the tags are nested too deeply');
  return new TemplateError('render', message);
}

function isStackOverflow(thrown: unknown): boolean {
  return messageOf(thrown).includes('Maximum call stack size exceeded');
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
