import { describe, expect, it } from '@jest/globals';
import { createSealer } from '@outreach/mongo-kit/sealing';
import { sealRendering } from '../sends/index.ts';
import { chooseVariant, stepTemplates, toTemplateData, type Step } from '../sequences/index.ts';
import { createTemplateCache } from '../templates/index.ts';
import { repeatRendering } from './repeat-rendering.ts';

const AT = new Date('2026-03-02T10:00:00.000Z');
const sealer = createSealer(Buffer.alloc(32, 1));
const SOURCE =
  '{{ "Hi|Hello|Dear" | spin }} {{ contact.first_name }} of {{ company.name | default: "your company" }}, {{ custom_fields.plan }} {{ "now" | date: "%A" }} {{ sender.from_name }}';
const contact = (changes: object = {}) => ({
  id: 'ct_1',
  first_name: 'Maria',
  last_name: 'Bauer',
  company: { name: 'Ada & Sons' },
  custom_fields: {},
  ...changes,
});

const stepOf = (changes: Partial<Step> = {}): Step =>
  ({
    id: 'stp_1',
    step_number: 1,
    thread_mode: 'reply',
    subject: 'Hi {{ contact.last_name }}',
    body_html: `<p>${SOURCE}</p>`,
    body_text: null,
    variants: [],
    ...changes,
  }) as unknown as Step;

const VARIANTS = ['A', 'B', 'C'].map((label) => ({
  id: `var_${label}`,
  label,
  subject: null,
  body_html: `<p>${label}: ${SOURCE}</p>`,
  body_text: label === 'C' ? SOURCE : null,
  weight: 33,
  is_active: true,
}));

/** Renders a step as the worker does, and again from what the send keeps. */
function sentAndRepeated(step: Step) {
  const templates = createTemplateCache();
  const content = { id: 'seq_1', version: 3, steps: [step] };
  const variant = chooseVariant(step, 'ct_1');
  const input = { contact: contact(), fallbackValues: { plan: 'pro' }, sender: { from_name: 'Anna' } };
  const data = toTemplateData(input as unknown as Parameters<typeof toTemplateData>[0]);
  const rendering = { sequence: content, step, variant, contactId: 'ct_1', data, at: AT };
  const { subject: _subject, ...sent } = stepTemplates.renderStep(templates, rendering);
  const values = stepTemplates.valuesOfBodies(templates, rendering);
  const send = {
    contact_id: 'ct_1',
    step_id: 'stp_1',
    variant_id: variant?.id ?? null,
    sealed_rendering: sealRendering(sealer, { at: AT, from_name: 'Anna', values }),
  };
  return {
    sent,
    values,
    send,
    repeated: repeatRendering({ templates: createTemplateCache(), sealer }, send, content),
  };
}

describe('the repeated rendering of an email', () => {
  it.each([
    ['HTML', stepOf()],
    ['text', stepOf({ body_html: null, body_text: SOURCE })],
    ['both', stepOf({ body_text: SOURCE })],
    ['a variant', stepOf({ variants: VARIANTS as unknown as Step['variants'] })],
  ])('is what was sent: %s', (_name, step) => {
    const { sent, repeated } = sentAndRepeated(step);
    expect(repeated).toEqual({ from_name: 'Anna', ...sent });
    expect(sent.body_text).toMatch(/^([A-C]: )?(Hi|Hello|Dear) Maria of Ada & Sons, pro Monday Anna$/);
  });

  it('needs the values of the variables that the bodies name, and no more', () => {
    expect(sentAndRepeated(stepOf()).values).toEqual({
      contact: { first_name: 'Maria' },
      company: { name: 'Ada & Sons' },
      custom_fields: { plan: 'pro' },
      sender: { from_name: 'Anna' },
    });
  });

  it('is not possible without the version, the step or the values', () => {
    const { send } = sentAndRepeated(stepOf());
    const ports = { templates: createTemplateCache(), sealer };
    const content = { id: 'seq_1', version: 3, steps: [stepOf()] };
    expect(repeatRendering(ports, send, undefined)).toBeUndefined();
    expect(repeatRendering(ports, send, { ...content, steps: [] })).toBeUndefined();
    expect(repeatRendering(ports, { ...send, sealed_rendering: null }, content)).toBeUndefined();
  });

  it('has no values of more than 256 KiB', () => {
    expect(
      sealRendering(sealer, { at: AT, from_name: null, values: { notes: 'x'.repeat(262_144) } }),
    ).toBeNull();
  });
});
