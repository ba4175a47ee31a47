import { ChangedMeanwhile } from '@outreach/errors';
import type { CallContext, Clock } from '@outreach/service-kit';
import type { Candidates, ResolveCandidates, ResolvedCandidates } from './ports.ts';

/**
 * Calls the contacts service once per call of this service. The preparation of a command may run again inside a
 * transaction, which must not wait for another service: it gets the first reply.
 */
export function createResolveCandidates(
  candidates: Pick<Candidates, 'resolve'>,
  clock: Clock,
): ResolveCandidates {
  const answers = new WeakMap<CallContext, { readonly key: string; readonly value: ResolvedCandidates }>();
  return async (ctx, query) => {
    const key = JSON.stringify(query);
    const known = answers.get(ctx);
    if (known?.key === key) return known.value;
    if (known !== undefined) throw new ChangedMeanwhile('campaign');
    const at = new Date(clock.now());
    const value = { at, byId: await candidates.resolve(ctx, query) };
    answers.set(ctx, { key, value });
    return value;
  };
}
