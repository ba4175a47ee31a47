import type {
  ContactsServiceService,
  IcpProfile as ProfileMessage,
  IcpRule as RuleMessage,
  ScoreBreakdown as BreakdownMessage,
} from '@outreach/contracts-contacts';
import type { RpcTable } from '@outreach/service-kit';
import { DEFAULT_PROFILE, type IcpProfile, type IcpRule } from './icp-profile.ts';
import { getProfile, setProfile } from './manage-profile.ts';
import type { ScoreBreakdown } from './scorer.ts';
import type { Deps } from '../domain/ports.ts';
import { ADMIN, READ } from '../contact-records/scopes.rpc.ts';

type IcpRows = Pick<RpcTable<typeof ContactsServiceService>, 'getIcpProfile' | 'setIcpProfile'>;

export function icpRows(deps: Deps): IcpRows {
  return {
    getIcpProfile: {
      scope: READ,
      query: async () => ({ icp_profile: toProfileMessage(await getProfile(deps)) }),
    },
    setIcpProfile: {
      scope: ADMIN,
      command: async (_ctx, { icp_profile }) => ({
        icp_profile: toProfileMessage(await setProfile(deps, toProfile(icp_profile))),
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

function toProfile(message: ProfileMessage | undefined): IcpProfile {
  const { rules = [], tier_thresholds: least } = message ?? {};
  return {
    rules: rules.map(({ field, op, value, points }): IcpRule => {
      const given: unknown = value;
      return { field, op, value: given ?? null, points };
    }),
    tier_thresholds:
      least === undefined ? DEFAULT_PROFILE.tier_thresholds : { A: least.a, B: least.b, C: least.c },
  };
}
