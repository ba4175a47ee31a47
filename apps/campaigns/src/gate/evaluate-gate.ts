import type { GateReasonName } from '@outreach/contracts-campaigns/campaign';
import type { CallContext, Clock } from '@outreach/service-kit';
import { readFacts, type GateFacts } from './gate-facts.ts';
import type { GateCampaign } from './gate-inputs.ts';
import { GATE_RULES, type GateFinding, type GateRule } from './gate-rules.ts';
import type { GatePorts } from './ports.ts';

/** An answer lists this many reasons at most. */
const REASONS_MAX = 50;

/** A rule that a campaign breaks. */
export interface GateReason extends GateFinding {
  readonly reason: GateReasonName;
}

export interface GateResult {
  /** True without blocking reasons. */
  readonly passed: boolean;
  readonly blocking_reasons: readonly GateReason[];
  readonly warnings: readonly GateReason[];
}

/** Applies the rules to the facts. */
export function evaluateGate(facts: GateFacts): GateResult {
  const blocking = reasonsOf(facts, 'block');
  return {
    passed: blocking.length === 0,
    blocking_reasons: blocking.slice(0, REASONS_MAX),
    warnings: reasonsOf(facts, 'warn').slice(0, REASONS_MAX),
  };
}

/** Reads the facts about a campaign and applies the rules. Changes nothing. */
export async function checkGate(
  ports: GatePorts & { readonly clock: Clock },
  ctx: CallContext,
  campaign: GateCampaign,
): Promise<GateResult> {
  return evaluateGate(await readFacts(ports, ctx, campaign));
}

function reasonsOf(facts: GateFacts, severity: GateRule['severity']): GateReason[] {
  const isCold = facts.campaign.campaign_type === 'cold_outreach';
  return GATE_RULES.filter((rule) => rule.severity === severity)
    .filter(({ applies }) => applies === 'every_type' || isCold)
    .flatMap(({ reason, check }) => check(facts).map((finding) => ({ reason, ...finding })));
}
