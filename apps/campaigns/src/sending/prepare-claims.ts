import type { CallContext } from '@outreach/service-kit';
import { prepareAnswers } from './prepare-answers.ts';
import { prepareSends, type ReadySend, type RefusedSend } from './prepare-sends.ts';
import type { ClaimedSend, PreparePorts } from './ports.ts';

/** Decides for claimed steps and answers of one workspace which of them are sent now. @throws AppError unavailable. */
export async function prepareClaims(
  ports: PreparePorts,
  ctx: CallContext,
  { sends, at }: { readonly sends: readonly ClaimedSend[]; readonly at: Date },
): Promise<{ readonly ready: readonly ReadySend[]; readonly refused: readonly RefusedSend[] }> {
  const answers = sends.filter(({ thread_id: id }) => id !== undefined);
  if (answers.length === 0) return prepareSends(ports, ctx, { sends, at });
  const steps = sends.filter(({ thread_id: id }) => id === undefined);
  const prepared = await prepareAnswers(ports, ctx, { sends: answers, at });
  if (steps.length === 0) return prepared;
  const { ready, refused } = await prepareSends(ports, ctx, { sends: steps, at });
  return { ready: [...ready, ...prepared.ready], refused: [...refused, ...prepared.refused] };
}
