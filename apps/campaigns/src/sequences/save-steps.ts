import { isUndecided } from './decide-winner.ts';
import type { SequencePorts, SequenceUsage, WinnerChecks } from './ports.ts';
import type { Sequence, Step } from './sequence.ts';

/** Part of a transaction: stores other steps as the next version. Sends that are planned keep the replaced one. */
export async function saveSteps(
  ports: SequencePorts,
  sequence: Sequence,
  change: { readonly steps: readonly Step[]; readonly usage: Usage },
): Promise<Sequence> {
  const { sequences, clock } = ports;
  const now = new Date(clock.now());
  // Sends that are planned name the version; without an open campaign there are none.
  if (change.usage !== 'none') await sequences.keepVersion(sequence, now);
  const saved = { ...sequence, steps: change.steps, version: sequence.version + 1, updated_at: now };
  await sequences.save(saved);
  await requestChecks(ports, saved);
  return saved;
}

type Usage = Awaited<ReturnType<SequenceUsage['openCampaignsOf']>>;

/** Part of a transaction: a sequence with an undecided step is evaluated from now on. */
export async function requestChecks(
  { winnerChecks }: { readonly winnerChecks: Pick<WinnerChecks, 'request'> },
  { id, steps }: Pick<Sequence, 'id' | 'steps'>,
): Promise<void> {
  if (steps.some(isUndecided)) await winnerChecks.request(id);
}
