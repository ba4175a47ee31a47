import { describe, expect, it } from '@jest/globals';
import { findTemplateErrors } from './find-template-errors.ts';
import { WINNER_DEFAULTS, type Step } from './sequence.ts';

/** Takes long without memory: the inner list is made once. */
const LOOP =
  '{% assign list = "1,2,3,4,5,6,7,8,9" | split: "," %}{% for i in (1..400000) %}{% for j in list %}{% endfor %}{% endfor %}';

const stepOf = (subject: string, body_html = '<p>Hi</p>'): Step => ({
  id: `stp_${subject}`,
  step_number: 1,
  step_type: 'email',
  delay_value: 0,
  delay_unit: 'days',
  thread_mode: 'new',
  subject,
  body_html,
  body_text: null,
  variants: [],
  winner: WINNER_DEFAULTS,
});

describe('findTemplateErrors', () => {
  it('finds nothing in templates that render', async () => {
    const body = '<p>{{ contact.first_name }} {{ custom_fields.plan | default: "free" }}</p>';
    expect(await findTemplateErrors({ steps: [stepOf('Hi', body)] })).toEqual([]);
  });

  it('names the templates that do not parse or do not render', async () => {
    const steps = [stepOf('Hi', '{{ nope'), stepOf('{{ 1 | append }}'), stepOf(LOOP)];
    const errors = await findTemplateErrors({ steps });
    expect(errors.map(({ field }) => field)).toEqual([
      'steps[0].body_html',
      'steps[1].subject',
      'steps[2].subject',
    ]);
    expect(errors[2]?.message).toBe(
      'steps[2].subject cannot be rendered: the template takes too long to render.',
    );
  });

  it('stops after ten errors', async () => {
    const steps = Array.from({ length: 50 }, () => stepOf('{{ nope'));
    expect(await findTemplateErrors({ steps })).toHaveLength(10);
  });
});
