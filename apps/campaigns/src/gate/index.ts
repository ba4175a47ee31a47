import type { CallContext, Clock } from '@outreach/service-kit';
import { findTemplateErrors, type SequenceReader } from '../sequences/index.ts';
import { checkGate, type GateResult } from './evaluate-gate.ts';
import type { GateCampaign, SequenceCheck } from './gate-inputs.ts';
import type { GatePorts } from './ports.ts';

export { bounceRate, complaintRate, exceeds, WARNING_SHARE } from './delivery-rates.ts';
export type { RateOf } from './delivery-rates.ts';
export type { GateReason, GateResult } from './evaluate-gate.ts';
export type { ContactFilter, GateCampaign } from './gate-inputs.ts';

/** Decides whether a campaign may send. */
export interface Gate {
  check(ctx: CallContext, campaign: GateCampaign): Promise<GateResult>;
}

export interface GateNeeds extends Pick<
  GatePorts,
  'accounts' | 'blocklist' | 'contacts' | 'sends' | 'platforms'
> {
  readonly sequences: Pick<SequenceReader, 'findById'>;
}

export function createGate({ clock }: { readonly clock: Clock }, needs: GateNeeds): Gate {
  const ports = {
    ...needs,
    sequences: { check: async (id: string) => checkSequence(needs.sequences, id) },
    clock,
  };
  return { check: async (ctx, campaign) => checkGate(ports, ctx, campaign) };
}

/** A deleted sequence has no steps. */
async function checkSequence(sequences: GateNeeds['sequences'], id: string): Promise<SequenceCheck> {
  const sequence = await sequences.findById(id);
  if (sequence === undefined) return { stepCount: 0, templateErrors: [] };
  return { stepCount: sequence.steps.length, templateErrors: await findTemplateErrors(sequence) };
}
