import type { FieldError } from '@outreach/errors';
import { compileTemplate, countTags, TemplateError } from '../templates/index.ts';
import { templatesOf, type Step, type TemplateField } from './sequence.ts';
import { invalidFields } from './step-rules.ts';

/** Tags of all templates of a sequence, which parsing takes time for. */
const TAGS_MAX = 20_000;

/** @throws AppError invalid_argument that names each template that does not parse, such as `steps[1].subject`. */
export async function checkTemplates(steps: readonly Step[]): Promise<void> {
  const templates = templatesOf(steps);
  const tags = templates.reduce((sum, { source }) => sum + countTags(source), 0);
  if (tags > TAGS_MAX)
    throw invalidFields([{ field: 'steps', message: `steps must have at most ${TAGS_MAX} Liquid tags.` }]);
  const errors: FieldError[] = [];
  for (const template of templates) {
    errors.push(...syntaxErrors(template));
    await nextTurn();
  }
  if (errors.length > 0) throw invalidFields(errors);
}

function syntaxErrors({ field, kind, source }: TemplateField): FieldError[] {
  try {
    compileTemplate(kind, source);
    return [];
  } catch (thrown) {
    if (!(thrown instanceof TemplateError)) throw thrown;
    return [{ field, message: templateMessage(field, thrown) }];
  }
}

export function templateMessage(field: string, { kind, message }: TemplateError): string {
  const rule = kind === 'syntax' ? 'is not a valid Liquid template' : 'cannot be rendered';
  return `${field} ${rule}: ${message}.`;
}

/** Lets other requests run between two templates. */
export async function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
