import {
  createLiquidEngine,
  renderOptions,
  SOURCE_CHARACTERS_MAX,
  type Rendering,
  type TemplateKind,
} from './liquid-engine.ts';
import { namedVariables, type VariablePath } from './named-variables.ts';
import type { TemplateData } from './template-data.ts';
import { renderErrorOf, syntaxErrorOf, TemplateError } from './template-error.ts';
import { retryAfterTimeout } from './time-budget.ts';

/** Tags and outputs of one template. */
const TAGS_MAX = 2_000;
/** Characters of a rendered template. */
const OUTPUT_CHARACTERS_MAX = 256 * 1_024;

export interface CompiledTemplate {
  /**
   * Renders the template. The same rendering has the same result.
   * @throws TemplateError if it fails or exceeds a limit.
   */
  render(data: TemplateData, rendering: Rendering): string;
  /** The variables that the result depends on. */
  variables(): readonly VariablePath[];
}

const ENGINES = { text: createLiquidEngine('text'), html: createLiquidEngine('html') };

/** Number of the tags and outputs in the source of a template, which its parsing time grows with. */
export function countTags(source: string): number {
  return source.split(/\{[{%]/).length - 1;
}

/** @throws TemplateError of kind `syntax` if the template does not parse. */
export function compileTemplate(kind: TemplateKind, source: string): CompiledTemplate {
  if (source.length > SOURCE_CHARACTERS_MAX)
    throw new TemplateError('syntax', `a template has at most ${SOURCE_CHARACTERS_MAX} characters`);
  if (countTags(source) > TAGS_MAX)
    throw new TemplateError('syntax', `a template has at most ${TAGS_MAX} tags`);
  const engine = ENGINES[kind];
  const parsed = parse(kind, source);
  const renderOnce = (data: TemplateData, rendering: Rendering): string => {
    try {
      // Counters of a template are stored in the top level of its data: each rendering gets its own.
      return String(engine.renderSync(parsed, { ...data }, renderOptions(rendering)));
    } catch (thrown) {
      throw renderErrorOf(thrown);
    }
  };
  let variables: readonly VariablePath[] | undefined;
  return {
    variables: () => (variables ??= namedVariables(source)),
    render: (data, rendering) => {
      const output = retryAfterTimeout(() => renderOnce(data, rendering));
      if (output.length > OUTPUT_CHARACTERS_MAX)
        throw new TemplateError('limit', `the result has more than ${OUTPUT_CHARACTERS_MAX} characters`);
      return output;
    },
  };
}

function parse(kind: TemplateKind, source: string): ReturnType<(typeof ENGINES)['text']['parse']> {
  try {
    return ENGINES[kind].parse(source);
  } catch (thrown) {
    throw syntaxErrorOf(thrown);
  }
}
