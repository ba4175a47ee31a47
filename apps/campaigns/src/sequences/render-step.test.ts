import { describe, expect, it } from '@jest/globals';
import { createTemplateCache, type TemplateData } from '../templates/index.ts';
import { renderStep, StepTemplateError, type StepRendering } from './render-step.ts';
import { WINNER_DEFAULTS, type Step, type Variant } from './sequence.ts';

const DATA: TemplateData = {
  contact: { first_name: 'Maria' },
  company: { name: 'Ada & Sons' },
  custom_fields: {},
  sender: {},
};

const stepOf = (changes: Partial<Step> = {}): Step => ({
  id: 'stp_1',
  step_number: 1,
  step_type: 'email',
  delay_value: 0,
  delay_unit: 'days',
  thread_mode: 'new',
  subject: 'Hi {{ contact.first_name }}',
  body_html: '<p>{{ company.name }}</p>',
  body_text: null,
  variants: [],
  winner: WINNER_DEFAULTS,
  ...changes,
});

const variantOf = (changes: Partial<Variant> = {}): Variant => ({
  id: 'var_1',
  label: 'A',
  subject: null,
  body_html: null,
  body_text: null,
  weight: 100,
  is_active: true,
  ...changes,
});

function render(steps: readonly Step[], changes: Partial<StepRendering> = {}) {
  const step = changes.step ?? steps.at(-1) ?? stepOf();
  const sequence = { id: 'seq_1', version: 1, steps };
  const rendering = { sequence, step, variant: undefined, contactId: 'ct_1', data: DATA, ...changes };
  return renderStep(createTemplateCache(), rendering);
}

describe('renderStep', () => {
  it('renders subject and HTML, and makes the text from the HTML', () => {
    expect(render([stepOf()])).toEqual({
      subject: 'Hi Maria',
      body_html: '<p>Ada &amp; Sons</p>',
      body_text: 'Ada & Sons',
    });
  });

  it('renders the text of the step, and no HTML if it has none', () => {
    const step = stepOf({ body_html: null, body_text: 'Dear {{ company.name }}' });
    expect(render([step])).toMatchObject({ body_html: null, body_text: 'Dear Ada & Sons' });
  });

  it('prefers the texts of the variant', () => {
    const variant = variantOf({ subject: 'Variant', body_text: 'Text of the variant' });
    expect(render([stepOf({ variants: [variant] })], { variant })).toEqual({
      subject: 'Variant',
      body_html: '<p>Ada &amp; Sons</p>',
      body_text: 'Text of the variant',
    });
  });

  it('gives a reply without a subject that of the first step', () => {
    const reply = stepOf({ id: 'stp_2', step_number: 2, thread_mode: 'reply', subject: null });
    expect(render([stepOf(), reply]).subject).toBe('Re: Hi Maria');
  });

  it('gives a reply the subject that was sent', () => {
    const reply = stepOf({ id: 'stp_2', step_number: 2, thread_mode: 'reply', subject: null });
    expect(render([stepOf(), reply], { firstSubject: 'As sent' }).subject).toBe('Re: As sent');
  });

  it('spins the subject of the first step for a reply as for the first step', () => {
    const first = stepOf({ subject: '{{ "a|b|c|d|e|f" | spin }}' });
    const reply = stepOf({ id: 'stp_2', step_number: 2, thread_mode: 'reply', subject: null });
    for (const contactId of ['ct_1', 'ct_2', 'ct_3', 'ct_4']) {
      const { subject } = render([first], { contactId });
      expect(render([first, reply], { contactId }).subject).toBe(`Re: ${subject}`);
    }
  });

  it('makes the subject one line', () => {
    const step = stepOf({ subject: 'Hi\r\nBcc: x@example.com \t {{ contact.first_name }}' });
    expect(render([step]).subject).toBe('Hi Bcc: x@example.com Maria');
  });

  it.each([
    { name: 'of the step', step: stepOf({ subject: '{{ "x" | append }}' }), field: 'steps[0].subject' },
    {
      name: 'of the variant',
      step: stepOf({ variants: [variantOf({ body_html: '{{ "x" | append }}' })] }),
      field: 'steps[0].variants[0].body_html',
    },
    {
      name: 'with a long subject',
      step: stepOf({ subject: '{{ contact.first_name }}'.repeat(250) }),
      field: 'steps[0].subject',
    },
  ])('names the template $name that cannot be rendered', ({ step, field }) => {
    const refused = () => render([step], { variant: step.variants[0] });
    expect(refused).toThrow(StepTemplateError);
    expect(refused).toThrow(expect.objectContaining({ field }));
  });
});
