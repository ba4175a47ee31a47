import type { ServiceBase } from '@outreach/app-kit';
import type { Campaign } from '../campaigns/index.ts';
import { checkRates, type CheckRatesPorts } from './check-rates.ts';
import { createWarningStore } from './warning.store.ts';

export interface Guard {
  /** Part of the transaction that has counted the sends: pauses campaigns whose rates are too high. */
  check(campaigns: readonly Campaign[]): Promise<void>;
}

/** Pauses campaigns that would harm the reputation of their senders. */
export function createGuard(
  { mongo, clock }: Pick<ServiceBase, 'mongo' | 'clock'>,
  needs: Pick<CheckRatesPorts, 'stats' | 'pauser'>,
): Guard {
  const ports = { ...needs, warnings: createWarningStore(mongo.connection), clock };
  return { check: async (campaigns) => checkRates(ports, campaigns) };
}
