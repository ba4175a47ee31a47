import { describe, expect, it } from '@jest/globals';
import { compileTemplate } from './compile-template.ts';
import type { TemplateData } from './template-data.ts';
import { TemplateError } from './template-error.ts';

const DATA: TemplateData = {
  contact: { first_name: 'Maria', last_name: '<b>Silva</b>', tags: ['vip'] },
  company: { name: 'Ada & Sons' },
  custom_fields: { plan: 'pro', seats: 12 },
  sender: { from_name: 'Sam' },
};
const SEED = 'ct_1 stp_1';

const text = (source: string, seed = SEED) => compileTemplate('text', source).render(DATA, { seed });
const html = (source: string) => compileTemplate('html', source).render(DATA, { seed: SEED });

function kindOf(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (thrown) {
    if (thrown instanceof TemplateError) return thrown.kind;
    throw thrown;
  }
}

describe('compileTemplate', () => {
  it('inserts contact, company, custom fields and sender', () => {
    const source =
      '{{ contact.first_name }} of {{ company.name }}, {{ custom_fields.plan | upcase }} {{ custom_fields.seats }}, from {{ sender.from_name }}';
    expect(text(source)).toBe('Maria of Ada & Sons, PRO 12, from Sam');
  });

  it('inserts nothing for an unknown variable and the default where there is one', () => {
    expect(text('[{{ contact.nope.deeper }}] [{{ nope }}] {{ contact.nick | default: "there" }}')).toBe(
      '[] [] there',
    );
  });

  it('escapes values in HTML unless the last filter is raw', () => {
    expect(html('<p>{{ contact.last_name }}</p>{{ contact.last_name | raw }}')).toBe(
      '<p>&lt;b&gt;Silva&lt;/b&gt;</p><b>Silva</b>',
    );
    expect(html('{% echo contact.last_name %}{% cycle contact.last_name, "x" %}')).not.toContain('<b>');
  });

  it('escapes a value once if the template escapes it too', () => {
    expect(html('{{ company.name | escape }} {{ company.name | escape_once }}')).toBe(
      'Ada &amp; Sons Ada &amp; Sons',
    );
  });

  it('does not escape values in text', () => {
    expect(text('{{ contact.last_name }}')).toBe('<b>Silva</b>');
  });

  it('starts its counters again in each rendering', () => {
    const compiled = compileTemplate('text', '{% increment n %}{% increment n %}{% assign contact = 1 %}');
    expect([compiled.render(DATA, { seed: SEED }), compiled.render(DATA, { seed: SEED })]).toEqual([
      '01',
      '01',
    ]);
    expect(DATA.contact).toMatchObject({ first_name: 'Maria' });
  });

  it('spins the same alternative for the same seed, and each of them for some seed', () => {
    const source = '{{ "Hi|Hello | Hey" | spin }}';
    expect(text(source)).toBe(text(source));
    const seen = new Set(Array.from({ length: 50 }, (_, index) => text(source, `ct_${index}`)));
    expect([...seen].sort()).toEqual(['Hello', 'Hey', 'Hi']);
  });

  it('shows dates in UTC', () => {
    expect(text('{{ "2026-01-31T23:30:00.000Z" | date: "%a %d %b %H:%M" }}')).toBe('Sat 31 Jan 23:30');
  });

  it.each([
    ['an open output', 'Hi {{ contact.first_name'],
    ['an open tag', '{% if contact %}'],
    ['an unknown tag', '{% nope %}'],
    ['an unknown filter', '{{ contact.first_name | nope }}'],
    ['an empty output', '{{ }}'],
    ['include', '{% include "/etc/passwd" %}'],
    ['render', '{% render "/etc/passwd" %}'],
    ['layout', '{% layout "x" %}'],
    ['block', '{% block x %}{% endblock %}'],
    ['a random filter', '{{ contact.tags | sample }}'],
    ['an expression filter', '{{ contact.tags | where_exp: "tag", "tag" }}'],
    ['nesting that exhausts the stack', '{%if a%}'.repeat(1_900)],
    ['too many tags', '{{a}}'.repeat(2_001)],
    ['too many characters', 'x'.repeat(102_401)],
  ])('refuses to parse %s', (_name, source) => {
    expect(kindOf(() => compileTemplate('html', source))).toBe('syntax');
  });

  it.each([
    [
      'a long loop',
      '{% assign list = "1,2,3,4,5,6,7,8,9" | split: "," %}{% for i in (1..400000) %}{% for j in list %}{% endfor %}{% endfor %}',
      'time',
    ],
    [
      'a tag with many comparisons',
      `{% assign a = (1..100000) %}{% if ${'a contains "z" or '.repeat(3_000)} a %}{% endif %}`,
      'limit',
    ],
    ['a large range', '{% for i in (1..99999999999) %}x{% endfor %}', 'limit'],
    [
      'doubling',
      `{% assign s = "xxxxxxxx" %}${'{% capture s %}{{s}}{{s}}{% endcapture %}'.repeat(40)}{{ s | size }}`,
      'limit',
    ],
    ['a padded date', '{{ "2026-01-31" | date: "%99999999999d" }}', 'limit'],
    ['a long output', `{% for i in (1..2000) %}${'x'.repeat(300)}{% endfor %}`, 'limit'],
    ['a long date format', `{{ "2026-01-31" | date: "${'%A'.repeat(60)}" }}`, 'render'],
    ['a filter without its argument', '{{ contact.first_name | append }}', 'render'],
  ])('refuses to render %s', (_name, source, kind) => {
    const compiled = compileTemplate('text', source);
    // On a busy machine the limit of the time may be reached before the other limit.
    const kinds = kind === 'limit' ? ['limit', 'time'] : [kind];
    expect(kinds).toContain(kindOf(() => compiled.render(DATA, { seed: SEED })));
  });

  it('names the position of the error', () => {
    expect(() => compileTemplate('text', 'Hi\n{% nope %}')).toThrow('tag "nope" not found, line:2, col:1');
  });

  it('hides prototypes', () => {
    expect(text('[{{ contact.constructor }}{{ contact.__proto__ }}{{ contact.tags.constructor }}]')).toBe(
      '[]',
    );
  });
});
