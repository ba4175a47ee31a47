import {
  htmlToText,
  TemplateError,
  valuesOf,
  type CompiledTemplate,
  type TemplateCache,
  type TemplateData,
} from '../templates/index.ts';
import { chooseVariant } from './choose-variant.ts';
import { kindOf, type CopyField, type SequenceContent, type Step, type Variant } from './sequence.ts';

const SUBJECT_CHARACTERS_MAX = 998;
const BODY_FIELDS = ['body_html', 'body_text'] as const satisfies CopyField[];

export interface StepRendering {
  readonly sequence: SequenceContent;
  readonly step: Step;
  /** Undefined for the texts of the step itself. */
  readonly variant: Variant | undefined;
  readonly contactId: string;
  readonly data: TemplateData;
  /** The time of the rendering; the current time by default. */
  readonly at?: Date;
  /** The subject of the first email as it was sent; without it, the first step is rendered for a reply. */
  readonly firstSubject?: string;
}

interface RenderedBodies {
  /** Null if the step has no HTML. */
  readonly body_html: string | null;
  readonly body_text: string;
}

export interface RenderedStep extends RenderedBodies {
  /** One line. */
  readonly subject: string;
}

/** A template of a step that cannot be rendered for a contact. */
export class StepTemplateError extends Error {
  /** Path of the template, such as `steps[0].subject`. */
  readonly field: string;
  override readonly cause: TemplateError;

  constructor(field: string, cause: TemplateError) {
    super(`${field}: ${cause.message}`, { cause });
    this.name = 'StepTemplateError';
    this.field = field;
    this.cause = cause;
  }
}

/**
 * Renders a step for a contact. Preview, test emails and the email engine use this function, so a preview shows what is
 * sent. @throws StepTemplateError.
 */
export function renderStep(templates: TemplateCache, rendering: StepRendering): RenderedStep {
  return { subject: subjectOf(templates, rendering), ...renderBodies(templates, rendering) };
}

/** Renders the bodies of a step. @throws StepTemplateError. */
function renderBodies(templates: TemplateCache, rendering: StepRendering): RenderedBodies {
  const html = renderField(templates, rendering, 'body_html');
  const text = renderField(templates, rendering, 'body_text');
  return {
    body_html: html ?? null,
    body_text: text ?? (html === undefined ? '' : textOf(rendering, html)),
  };
}

/** The values of the variables that the bodies of a step name: with them alone, `renderBodies` has the same result. */
function valuesOfBodies(templates: TemplateCache, rendering: StepRendering): object {
  const paths = BODY_FIELDS.flatMap((name) => templateOf(templates, rendering, name)?.variables() ?? []);
  return valuesOf(rendering.data, paths);
}

/** An empty subject of a reply is that of the first step with the prefix `Re: `. */
function subjectOf(templates: TemplateCache, rendering: StepRendering): string {
  const own = ownSubject(templates, rendering);
  if (own !== '' || rendering.step.thread_mode === 'new') return own;
  const first = rendering.firstSubject ?? firstSubject(templates, rendering);
  return `Re: ${first}`;
}

function firstSubject(templates: TemplateCache, rendering: StepRendering): string {
  const [step] = rendering.sequence.steps;
  if (step === undefined) return '';
  return ownSubject(templates, { ...rendering, step, variant: chooseVariant(step, rendering.contactId) });
}

function ownSubject(templates: TemplateCache, rendering: StepRendering): string {
  const subject = (renderField(templates, rendering, 'subject') ?? '').replace(/[\s\p{Cc}]+/gu, ' ').trim();
  if (subject.length <= SUBJECT_CHARACTERS_MAX) return subject;
  const error = new TemplateError('limit', `the subject has more than ${SUBJECT_CHARACTERS_MAX} characters`);
  throw new StepTemplateError(fieldOf(rendering, 'subject'), error);
}

function textOf(rendering: StepRendering, html: string): string {
  return naming(fieldOf(rendering, 'body_html'), () => htmlToText(html));
}

/** Undefined if neither the variant nor the step has the template. */
function renderField(
  templates: TemplateCache,
  rendering: StepRendering,
  name: CopyField,
): string | undefined {
  const { step, contactId, data, at } = rendering;
  const seed = `${contactId} ${step.id}`;
  return naming(fieldOf(rendering, name), () =>
    templateOf(templates, rendering, name)?.render(data, { seed, ...(at !== undefined && { at }) }),
  );
}

/** Undefined if neither the variant nor the step has the template. */
function templateOf(
  templates: TemplateCache,
  rendering: StepRendering,
  name: CopyField,
): CompiledTemplate | undefined {
  const { sequence, step, variant } = rendering;
  const source = variant?.[name] ?? step[name];
  const key = `${sequence.id} ${sequence.version} ${fieldOf(rendering, name)}`;
  return source === null ? undefined : templates.get({ key, kind: kindOf(name), source });
}

/** Adds the path of the template to an error. */
function naming<Result>(field: string, render: () => Result): Result {
  try {
    return render();
  } catch (thrown) {
    throw thrown instanceof TemplateError ? new StepTemplateError(field, thrown) : thrown;
  }
}

/** The path of the template that a rendering uses: of the variant, or of the step if the variant has none. */
function fieldOf({ sequence, step, variant }: StepRendering, name: CopyField): string {
  const path = `steps[${sequence.steps.findIndex(({ id }) => id === step.id)}]`;
  if (variant === undefined || variant[name] === null) return `${path}.${name}`;
  return `${path}.variants[${step.variants.findIndex(({ id }) => id === variant.id)}].${name}`;
}

/** The templates of steps, for the features that send and show emails. */
export const stepTemplates = { renderStep, renderBodies, valuesOfBodies } as const;
