import type {
  IcpProfile as ProfileMessage,
  IcpRule as RuleMessage,
  ScoreBreakdown as BreakdownMessage,
} from '@outreach/contracts-contacts/gen/icp.ts';
import { invalidField } from '@outreach/errors';
import { NOTHING } from '@outreach/service-kit/rpc';
import { ADMIN, READ, type ContactsMethods } from '../methods/index.ts';
import type { IcpProfile, IcpRule } from './icp-profile.ts';
import { getProfile, setProfile } from './manage-profile.ts';
import type { ScoringPorts } from './ports.ts';
import type { ScoreBreakdown } from './scorer.ts';

export function scoringMethods(ports: ScoringPorts): ContactsMethods {
  return {
    getIcpProfile: {
      scope: READ,
      query: async () => ({ icp_profile: toProfileMessage(await getProfile(ports)) }),
    },
    setIcpProfile: {
      scope: ADMIN,
      about: NOTHING,
      command: async (_ctx, { icp_profile }) => ({
        icp_profile: toProfileMessage(await setProfile(ports, fromProfileMessage(icp_profile))),
      }),
    },
  };
}

export function toBreakdownMessage({ fit, engagement, rules }: ScoreBreakdown): BreakdownMessage {
  return { fit, engagement, rules: rules.map(toRuleMessage) };
}

function toProfileMessage({ rules, tier_thresholds: { A, B, C } }: IcpProfile): ProfileMessage {
  return { rules: rules.map(toRuleMessage), tier_thresholds: { a: A, b: B, c: C } };
}

function toRuleMessage({ field, op, value, points }: IcpRule): RuleMessage {
  return { field, op, value, points };
}

/** @throws AppError invalid_argument without thresholds. */
function fromProfileMessage(message: ProfileMessage | undefined): IcpProfile {
  const { rules = [], tier_thresholds: min } = message ?? {};
  if (min === undefined) throw invalidField('tier_thresholds', 'tier_thresholds is required.');
  return {
    rules: rules.map(({ field, op, value, points }): IcpRule => {
      const given: unknown = value;
      return { field, op, value: given ?? null, points };
    }),
    tier_thresholds: { A: min.a, B: min.b, C: min.c },
  };
}
