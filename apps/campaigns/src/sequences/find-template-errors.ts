import type { FieldError } from '@outreach/errors';
import { compileTemplate, createTimeBudget, TemplateError, type TemplateData } from '../templates/index.ts';
import { nextTurn, templateMessage } from './check-templates.ts';
import { templatesOf, type Sequence, type TemplateField } from './sequence.ts';

/** A sequence with more errors is checked no further: each may have used its whole time limit. */
const ERRORS_MAX = 10;
/** Time for all templates of a sequence. */
const RENDER_ALL_MS_MAX = 2_000;
const SEED = 'sample';

/** A contact with a value in each field that templates often use. */
const SAMPLE: TemplateData = {
  contact: {
    email: 'maria@example.com',
    first_name: 'Maria',
    last_name: 'Silva',
    full_name: 'Maria Silva',
    title: 'Head of Sales',
    tags: ['sample'],
  },
  company: { name: 'Example', domain: 'example.com', industry: 'Software', employee_count: 50 },
  custom_fields: {},
  sender: { email: 'sam@example.org', from_name: 'Sam' },
};

/**
 * The templates of a sequence that do not parse, or do not render within the limits for a sample contact; the first
 * ten. `field` is a path such as `steps[0].subject`.
 */
export async function findTemplateErrors(sequence: Pick<Sequence, 'steps'>): Promise<readonly FieldError[]> {
  const errors: FieldError[] = [];
  const budget = createTimeBudget(RENDER_ALL_MS_MAX);
  for (const template of templatesOf(sequence.steps)) {
    const found = budget.run(() => errorsOf(template));
    if (found.length === 0 && budget.isSpent()) found.push(timeErrorOf(template));
    errors.push(...found);
    if (budget.isSpent() || errors.length >= ERRORS_MAX) break;
    await nextTurn();
  }
  return errors;
}

function timeErrorOf({ field }: TemplateField): FieldError {
  const message = `The templates up to ${field} take more than ${RENDER_ALL_MS_MAX} ms to render.`;
  return { field, message };
}

function errorsOf({ field, kind, source }: TemplateField): FieldError[] {
  try {
    compileTemplate(kind, source).render(SAMPLE, { seed: SEED });
    return [];
  } catch (thrown) {
    if (!(thrown instanceof TemplateError)) throw thrown;
    return [{ field, message: templateMessage(field, thrown) }];
  }
}
