import type { Schema } from '@outreach/client';
import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { outreach } from './client.ts';
import { useChange, type Change } from './use-change.ts';
import { useFormData } from './use-form-data.ts';

export type Profile = Schema<'IcpProfile'>;
export type ProfileInput = Schema<'IcpProfileInput'>;
export type Rule = Schema<'IcpRuleInput'>;

const KEY = ['icp-profile'];

export function useProfile(): UseQueryResult<Profile> {
  return useFormData(KEY, async () => outreach.get('/api/v1/icp-profile/'));
}

/** Replaces the profile; contacts are scored again in the background. */
export function useSetProfile(): Change<ProfileInput, Profile> {
  return useChange(
    async (body) => outreach.put('/api/v1/icp-profile/', { body }),
    [KEY, ['contacts'], ['contact']],
  );
}

export interface RuleMatch {
  /** Undefined while it is not known. */
  readonly isMet: boolean | undefined;
  /** Why the API refuses the rule. */
  readonly error: Error | null;
}

/** For each rule whether the contact with this address meets it. Only a changed rule is asked again. */
export function useRuleMatches(rules: readonly Rule[], email: string | undefined): readonly RuleMatch[] {
  return useQueries({
    queries: rules.map(({ field, op, value }) => ({
      queryKey: ['contacts', 'matches', email, field, op, value],
      enabled: email !== undefined,
      queryFn: async () => {
        const filters = [
          { field, op, ...(value === undefined ? {} : { value }) },
          { field: 'email', op: 'eq' as const, value: email },
        ];
        const { data } = await outreach.post('/api/v1/contacts/search/', { body: { filters, page_size: 1 } });
        return data.length > 0;
      },
    })),
    combine: (results) => results.map(({ data, error }) => ({ isMet: data, error })),
  });
}
