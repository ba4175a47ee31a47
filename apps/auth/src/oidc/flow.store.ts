import type { ServiceBase } from '@outreach/app-kit';
import { authErrors } from '@outreach/contracts-auth';
import { bytesOf, defineModel, systemSchema } from '@outreach/mongo-kit';
import type { Model } from 'mongoose';
import type { OidcFlow, OidcFlowStore } from './ports.ts';

/** Log-ins that are open at a time; an address of a client starts at most 600 in their life. */
export const FLOWS_MAX = 100_000;

type FlowDocument = Omit<OidcFlow, 'id' | 'code_verifier'> & {
  readonly _id: string;
  readonly sealed_verifier: Uint8Array;
};

const required = (type: unknown): object => ({ type, required: true });

const schema = systemSchema<FlowDocument>(
  {
    _id: String,
    browser_digest: required(String),
    nonce: required(String),
    sealed_verifier: required(Buffer),
    expires_at: required(Date),
  },
  [[{ expires_at: 1 }, { name: 'expiry', expireAfterSeconds: 0 }]],
);

export const SEALED_VERIFIERS = { collection: 'oidc_flows', fields: ['sealed_verifier'] };

/** The log-ins by the digest of their state, which only the browser has. */
export function createFlowStore(
  { mongo, sealer, clock }: Pick<ServiceBase, 'mongo' | 'sealer' | 'clock'>,
  flowCountMax = FLOWS_MAX,
): OidcFlowStore {
  const flows: Model<FlowDocument> = defineModel(mongo.connection, 'oidc_flows', schema);
  return {
    insert: async ({ id, code_verifier: verifier, ...flow }) => {
      if ((await flows.countDocuments({}).limit(flowCountMax)) >= flowCountMax)
        throw authErrors.oidcUnavailable.make({ privateText: 'Too many log-ins are open.' });
      const sealed_verifier = sealer.seal(Buffer.from(verifier, 'utf8'));
      await flows.insertMany([{ _id: id, ...flow, sealed_verifier }], { lean: true });
    },
    take: async (id) => {
      const filter = { _id: id, expires_at: { $gt: new Date(clock.now()) } };
      const found = await flows.findOneAndDelete(filter).lean<FlowDocument | null>();
      if (found === null) return undefined;
      const { _id, sealed_verifier: sealed, ...flow } = found;
      return { id: _id, ...flow, code_verifier: sealer.open(bytesOf(sealed)).toString('utf8') };
    },
  };
}
