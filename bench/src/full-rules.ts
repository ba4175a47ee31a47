import { callRest, type Stack } from '@outreach/dev';
import { z } from 'zod';
import { SUPPRESSED_DOMAIN } from './import-rows.ts';

const RULES = [
  { field: 'title', op: 'contains', value: 'sales', points: 40 },
  { field: 'title', op: 'starts_with', value: 'vp', points: 30 },
  { field: 'city', op: 'in', value: ['Bern', 'Zürich'], points: 25 },
  { field: 'country', op: 'eq', value: 'Switzerland', points: 10 },
  { field: 'has_tag', op: 'eq', value: 'list-1', points: 15 },
];

/** Creates the rules that apply to every row: suppressions and a scoring profile. */
export async function setRules(stack: Stack, token: string): Promise<void> {
  const suppressions = [{ type: 'domain', value: SUPPRESSED_DOMAIN, reason: 'do_not_contact' }];
  const call = { token, answer: z.unknown() };
  await callRest(stack.baseUrl, {
    ...call,
    method: 'POST',
    path: '/api/v1/suppressions/bulk/',
    body: { suppressions },
  });
  await callRest(stack.baseUrl, {
    ...call,
    method: 'PUT',
    path: '/api/v1/icp-profile/',
    body: { rules: RULES },
  });
}
