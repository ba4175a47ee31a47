import { describe, expect, it } from '@jest/globals';
import { mapByName, toBody } from './map-columns.ts';

describe('mapByName', () => {
  it('maps columns by their names without case, spaces and punctuation', () => {
    const columns = [
      'E-MAIL',
      'First Name',
      'last_name',
      'Company',
      'company name',
      'Plan Size',
      'Notes',
      'email',
    ];
    expect(mapByName(columns, ['plan_size'])).toEqual([
      'email',
      'first_name',
      'last_name',
      null,
      'company.name',
      'custom_fields.plan_size',
      null,
      null,
    ]);
  });

  it('prefers contact fields to custom fields with the same name', () => {
    expect(mapByName(['title', 'custom_fields.title'], ['title'])).toEqual(['title', 'custom_fields.title']);
  });
});

describe('toBody', () => {
  it('returns the body of a create request without empty cells', () => {
    const targets = ['email', 'title', 'tags', 'company.employee_count', 'custom_fields.plan', null];
    expect(toBody([' a@b.example ', '', 'x; y,', '1 200', 'pro', 'left out'], targets)).toEqual({
      email: 'a@b.example',
      tags: ['x', 'y'],
      company: { employee_count: 1_200 },
      custom_fields: { plan: 'pro' },
    });
  });

  it('joins the tags of several columns', () => {
    const targets = ['tags', 'email', 'tags', 'tags'];
    expect(toBody(['x', 'a@b.example', '', ['y', 'z']], targets)).toEqual({
      email: 'a@b.example',
      tags: ['x', 'y', 'z'],
    });
  });
});
