import type { ServiceBase } from '@outreach/app-kit';
import type { Campaign } from '../campaigns/index.ts';
import { checkRates, type CheckRatesPorts } from './check-rates.ts';
import { evaluateAccounts, type GuardedAccount } from './evaluate-accounts.ts';
import { createWarningStore } from './warning.store.ts';

export interface Guard {
  /** Part of the transaction that has counted the sends: pauses campaigns whose rates are too high. */
  check(campaigns: readonly Campaign[]): Promise<void>;
  /**
   * Pauses an active campaign of type cold_outreach, as its gate would block it with each of these accounts. Returns
   * true if it does.
   */
  checkAccounts(
    campaign: Pick<Campaign, 'id' | 'campaign_type'>,
    accounts: readonly GuardedAccount[],
  ): Promise<boolean>;
}

/** Pauses campaigns that would harm the reputation of their senders. */
export function createGuard(
  { mongo, units, clock }: Pick<ServiceBase, 'mongo' | 'units' | 'clock'>,
  needs: Pick<CheckRatesPorts, 'stats' | 'pauser'>,
): Guard {
  const ports = { ...needs, warnings: createWarningStore(mongo.connection), clock };
  return {
    check: async (campaigns) => checkRates(ports, campaigns),
    checkAccounts: async ({ id, campaign_type: type }, accounts) => {
      const finding = type === 'cold_outreach' ? evaluateAccounts(accounts) : undefined;
      if (finding === undefined) return false;
      await units.unitOfWork(async () => needs.pauser.pause(id, finding));
      return true;
    },
  };
}
