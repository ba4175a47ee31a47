import { randomBytes } from 'node:crypto';
import type { ServiceBase } from '@outreach/app-kit';
import type { Audit } from '../audit-log/index.ts';
import type { AuthFeature } from '../methods/index.ts';
import type { FactorUsers, SecondFactorStore } from './ports.ts';
import { useCode } from './second-factor.ts';
import { createSecondFactorStore } from './second-factor.store.ts';
import { secondFactorMethods } from './second-factors.rpc.ts';

export { SEALED_SECRETS } from './second-factor.store.ts';

/** The second factors that log-ins and deleted users use. */
export interface SecondFactorRecords extends Pick<SecondFactorStore, 'remove'> {
  readonly store: SecondFactorStore;
  /** Part of a transaction that has locked the user: uses a code up. A user without a second factor passes. */
  check(userId: string, code: string | undefined): Promise<'passed' | 'missing' | 'wrong'>;
}

export function createSecondFactorRecords({
  mongo,
  sealer,
  clock,
}: Pick<ServiceBase, 'mongo' | 'sealer' | 'clock'>): SecondFactorRecords {
  const store = createSecondFactorStore(mongo.connection, sealer);
  return {
    store,
    remove: store.remove,
    check: async (userId, code) => {
      const factor = await store.find(userId);
      if (factor?.is_confirmed !== true) return 'passed';
      if (code === undefined || code === '') return 'missing';
      const used = useCode(factor, code, clock.now());
      if (used === undefined) return 'wrong';
      await store.save(used);
      return 'passed';
    },
  };
}

export interface SecondFactorsNeeds {
  readonly audit: Audit;
  readonly records: SecondFactorRecords;
  readonly users: FactorUsers;
}

/** Time-based codes (RFC 6238) beside the passwords of users. */
export function createSecondFactors(
  { clock }: Pick<ServiceBase, 'clock'>,
  { audit, records, users }: SecondFactorsNeeds,
): AuthFeature {
  const ports = { audit, users, factors: records.store, clock, randomBytes };
  return { name: 'second-factors', methods: secondFactorMethods(ports) };
}
