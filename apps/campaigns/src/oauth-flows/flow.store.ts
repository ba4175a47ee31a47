import type { ServiceBase } from '@outreach/app-kit';
import type { Model, QueryFilter } from 'mongoose';
import { bytesOf, defineModel, runAsSystem, tenantSchema } from '@outreach/mongo-kit';
import type { FlowStore, OAuthFlow } from './ports.ts';

type FlowDocument = Omit<OAuthFlow, 'id' | 'code_verifier'> & {
  readonly _id: string;
  readonly sealed_verifier: Uint8Array;
  readonly is_used: boolean;
};

const required = (type: unknown): object => ({ type, required: true });

const schema = tenantSchema<FlowDocument>(
  {
    _id: String,
    principal_type: required(String),
    principal_id: required(String),
    provider: required(String),
    account_id: { type: String, default: null },
    input: required(Buffer),
    mask: [String],
    return_url: { type: String, default: null },
    nonce: required(String),
    sealed_verifier: required(Buffer),
    is_used: required(Boolean),
    expires_at: required(Date),
  },
  [[{ expires_at: 1 }, { name: 'expiry', expireAfterSeconds: 3_600 }]],
);

export function createFlowStore({ mongo, sealer, clock }: ServiceBase): FlowStore {
  const flows: Model<FlowDocument> = defineModel(mongo.connection, 'oauth_flows', schema);
  const fromDocument = (found: FlowDocument | null): OAuthFlow | undefined => {
    if (found === null) return undefined;
    const { _id: id, sealed_verifier: sealed, is_used: _isUsed, input, ...flow } = found;
    const code_verifier = sealer.open(bytesOf(sealed)).toString('utf8');
    return { id, ...flow, input: bytesOf(input), code_verifier };
  };
  const open = (id: string): QueryFilter<FlowDocument> => ({
    _id: id,
    is_used: false,
    expires_at: { $gt: new Date(clock.now()) },
  });
  return {
    insert: async ({ id, code_verifier: verifier, mask, input, ...flow }) => {
      const sealed_verifier = sealer.seal(Buffer.from(verifier, 'utf8'));
      const fields = { ...flow, mask: [...mask], input: Buffer.from(input), sealed_verifier, is_used: false };
      await flows.insertMany([{ _id: id, ...fields }], { lean: true });
    },
    find: async (id) => fromDocument(await flows.findOne({ _id: id }).lean<FlowDocument>()),
    findOpen: async (id) =>
      runAsSystem('the callback of a consent names no workspace', async () =>
        fromDocument(await flows.findOne(open(id)).lean<FlowDocument>()),
      ),
    take: async (id) =>
      fromDocument(
        await flows.findOneAndUpdate(open(id), { $set: { is_used: true } }).lean<FlowDocument | null>(),
      ),
  };
}
