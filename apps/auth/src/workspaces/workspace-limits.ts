import { invalidField } from '@outreach/errors';
import type { Tier, Workspace } from './workspace.ts';

const KEY_LIMIT_MIN = 600;
const KEY_LIMIT_MAX = 3_000;
const REQUESTS_DEFAULT = 5_000;
const WRITES_DEFAULT = 2_000;
const WORKSPACE_LIMIT_MAX = 1_000_000;

export type Limits = Pick<Workspace, 'key_max' | 'requests' | 'writes'>;

/** The limits of the default tier, and of a new workspace. */
export const DEFAULT_LIMITS: Limits = {
  key_max: KEY_LIMIT_MIN,
  requests: REQUESTS_DEFAULT,
  writes: WRITES_DEFAULT,
};

/** Limits as an operator gives them; undefined fields do not change. */
export interface LimitChange {
  readonly keyLimit?: number | undefined;
  /** Requests and writes of the whole workspace per 60 seconds. */
  readonly limit?: number | undefined;
  readonly writeLimit?: number | undefined;
}

/** The limits after a change. The default tier has the default limits. @throws AppError invalid_argument. */
export function changeLimits(current: Limits, tier: Tier, change: LimitChange): Limits {
  const previous = tier === 'enterprise' ? current : DEFAULT_LIMITS;
  const requests = parseLimit(change.limit, { flag: 'limit', min: REQUESTS_DEFAULT, tier });
  const writes = parseLimit(change.writeLimit, { flag: 'write-limit', min: WRITES_DEFAULT, tier });
  return {
    key_max: change.keyLimit === undefined ? previous.key_max : parseKeyLimit(change.keyLimit, tier),
    requests: requests ?? previous.requests,
    writes: writes ?? previous.writes,
  };
}

/** @throws AppError invalid_argument. */
export function parseTier(tier: string | undefined): Tier {
  if (tier === undefined || tier === 'default') return 'default';
  if (tier === 'enterprise') return tier;
  throw invalidField('tier', 'tier must be default or enterprise.');
}

interface LimitFlag {
  readonly flag: string;
  readonly min: number;
  readonly tier: Tier;
}

function parseLimit(value: number | undefined, { flag, min, tier }: LimitFlag): number | undefined {
  if (value === undefined) return undefined;
  if (!Number.isInteger(value) || value < min || value > WORKSPACE_LIMIT_MAX)
    throw invalidField(flag, `${flag} must be from ${min} to ${WORKSPACE_LIMIT_MAX}.`);
  if (tier !== 'enterprise') throw invalidField(flag, `${flag} is fixed on the default tier.`);
  return value;
}

/** The maximum rate limit of one API key: fixed on the default tier, 600 to 3,000 on the enterprise tier. */
function parseKeyLimit(keyLimit: number, tier: Tier): number {
  if (!Number.isInteger(keyLimit) || keyLimit < KEY_LIMIT_MIN || keyLimit > KEY_LIMIT_MAX)
    throw invalidField('key-limit', `key-limit must be from ${KEY_LIMIT_MIN} to ${KEY_LIMIT_MAX}.`);
  if (tier !== 'enterprise' && keyLimit !== KEY_LIMIT_MIN)
    throw invalidField('key-limit', 'key-limit is fixed on the default tier.');
  return keyLimit;
}
