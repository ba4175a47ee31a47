import { describe, expect, it } from '@jest/globals';
import { compileTemplate } from './compile-template.ts';
import { namedVariables, valuesOf } from './named-variables.ts';
import type { TemplateData } from './template-data.ts';

const DATA: TemplateData = {
  contact: {
    first_name: 'Maria',
    last_name: 'Bauer',
    city: null,
    tags: ['vip', 'lead'],
    company: { name: 'Acme', size: 12 },
    custom_fields: { plan: 'pro', 'two words': 'yes', größe: 'XL' },
  },
  company: { name: 'Acme', size: 12 },
  custom_fields: { plan: 'pro', key: 'plan', 'two words': 'yes', größe: 'XL', 'a-': 1 },
  sender: { email: 'anna@shop.example', from_name: 'Anna' },
};
const EMPTY: TemplateData = { contact: {}, company: {}, custom_fields: {}, sender: {} };
const RENDERING = { seed: 'ct_1 stp_1', at: new Date('2026-03-02T10:00:00.000Z') };

const valuesFor = (source: string): object => valuesOf(DATA, namedVariables(source));

describe('the values of the variables of a template', () => {
  it.each([
    ['Hi {{ contact.first_name }}, welcome. Please contact us.', { contact: { first_name: 'Maria' } }],
    ["{{ custom_fields['two words'] }}", { custom_fields: { 'two words': 'yes' } }],
    ['{{ contact.tags[0] }} {{ contact.tags.size }}', { contact: { tags: ['vip', 'lead'] } }],
    ['{{ contact.city }}{{ contact.unknown }}', { contact: { city: null } }],
    [
      '{{ contact.company.name }}{{ sender.email }}',
      { contact: { company: { name: 'Acme' } }, sender: { email: 'anna@shop.example' } },
    ],
    ['{{ company.size }}', { company: { size: 12 } }],
    ['{{ custom_fields.größe }}', { custom_fields: DATA.custom_fields }],
    ['{{ custom_fields[custom_fields.key] }}', { custom_fields: DATA.custom_fields }],
    ['{{ custom_fields.size }}', { custom_fields: DATA.custom_fields }],
    ['{{ "}}" | append: company.name }}', { company: { name: 'Acme' } }],
    ['{{company.name-}}', { company: DATA.company }],
    ['{{ ["sender"].email }}', DATA],
    ['contact.first_name', {}],
  ])('of %j are %j', (source, values) => {
    expect(valuesFor(source)).toEqual(values);
  });

  it('contain no more than a template names, in any order', () => {
    expect(valuesFor('{{ company.name }}{{ company | json }}')).toEqual({ company: DATA.company });
    expect(valuesFor('{{ company | json }}{{ company.name }}')).toEqual({ company: DATA.company });
  });

  it.each([
    '{{ contact.first_name | default: company.name }}, {{ sender.from_name | upcase }}',
    '{% for tag in contact.tags %}{{ forloop.index }}. {{ tag }} {% endfor %}',
    '{% assign c = contact %}{{ c.last_name }} {{ c.company | json }}',
    "{% if custom_fields['plan'] == 'pro' %}{{ contact[ 'first_name' ] }}{% elsif contact.last_name %}no{% endif %}",
    '{% assign key = "plan" %}{{ custom_fields[key] }} {{ custom_fields.size }}',
    '{% capture name %}{{ contact . first_name }}{{ contact. last_name }}{% endcapture %}{{ name }}',
    '{% if contact.city %}{% assign contact = company %}{% endif %}{{ contact.last_name }}',
    '{% liquid assign z = contact.first_name\n echo z %}{{ "a|b|c" | spin }}',
    '{% case contact.last_name %}{% when "Bauer" %}{{ contact.custom_fields.größe }}{% endcase %}',
    '{% cycle contact.first_name, company.name %}{% tablerow t in contact.tags limit: company.size %}{{ t }}{% endtablerow %}',
    '{{ [custom_fields.key] }}{{ ["contact"].first_name }}{{"now" | date: "%Y-%m-%dT%H:%M:%S"}}',
    '{{ contact.tags | join: "}}" | append: contact.last_name }}{{- sender.email -}}',
  ])('repeat the rendering of %j', (source) => {
    for (const kind of ['text', 'html'] as const) {
      const template = compileTemplate(kind, source);
      const values = JSON.parse(JSON.stringify(valuesOf(DATA, template.variables()))) as object;
      const first = template.render(DATA, RENDERING);
      expect(template.render({ ...EMPTY, ...values }, RENDERING)).toBe(first);
      expect(first).not.toBe('');
    }
  });
});

describe('the time of a rendering', () => {
  it.each(['date: "%s"', 'date_to_xmlschema', 'date_to_rfc822', 'date_to_string', 'date_to_long_string'])(
    'is what %s shows for now and today',
    (filter) => {
      const template = compileTemplate('text', `{{ 'now' | ${filter} }} {{ 'today' | ${filter} }}`);
      const [now, today] = ['2026-03-02T10:00:00.000Z', '2026-03-02T10:00:00.000Z'].map((time) =>
        compileTemplate('text', `{{ '${time}' | ${filter} }}`).render(EMPTY, { seed: '' }),
      );
      expect(template.render(EMPTY, RENDERING)).toBe(`${now} ${today}`);
    },
  );
});
