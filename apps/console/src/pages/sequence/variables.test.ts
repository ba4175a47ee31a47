import { describe, expect, it } from '@jest/globals';
import { insertVariable, matchingVariables, openVariableAt, variablesOf } from './variables.ts';

describe('openVariableAt', () => {
  it.each([
    ['Hello {{', { start: 8, typed: '' }],
    ['Hello {{ con', { start: 8, typed: 'con' }],
    ['{{ a }} and {{b.c', { start: 14, typed: 'b.c' }],
    ['Hello', undefined],
    ['Hello {{ contact.email }}', undefined],
    ['Hello {{ contact.email | de', undefined],
    ['Hello {', undefined],
  ])('finds in %j the variable %j', (text, expected) => {
    expect(openVariableAt(text, text.length)).toEqual(expected);
  });
});

describe('matchingVariables', () => {
  const all = variablesOf(['plan']);

  it.each([
    ['first', ['contact.first_name']],
    ['company.n', ['company.name']],
    ['PLAN', ['custom_fields.plan']],
    ['nothing', []],
  ])('finds for %j the variables %j', (typed, expected) => {
    expect(matchingVariables(all, typed)).toEqual(expected);
  });

  it('shows at most eight', () => {
    expect(matchingVariables(all, '')).toHaveLength(8);
  });
});

describe('insertVariable', () => {
  it.each([
    { before: 'Hi {{', after: '', rest: '' },
    { before: 'Hi {{ fir', after: ', how', rest: ', how' },
    { before: 'Hi {{ fir', after: 'st }}!', rest: '!' },
  ])('completes $before before $after', ({ before, after, rest }) => {
    const completed = 'Hi {{ contact.first_name }}';
    expect(insertVariable(before + after, before.length, 'contact.first_name')).toEqual({
      text: completed + rest,
      caret: completed.length,
    });
  });

  it('changes nothing outside of braces', () => {
    expect(insertVariable('Hi', 2, 'contact.email')).toEqual({ text: 'Hi', caret: 2 });
  });
});
