import type { ServiceBase } from '@outreach/app-kit';
import type { Model } from 'mongoose';
import { z } from 'zod';
import { createWorkQueue, workFields, workIndex, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import { bytesOf, defineModel, tenantSchema } from '@outreach/mongo-kit';
import type { Sealer } from '@outreach/mongo-kit/sealing';
import type { StoredTokens, TokenStore } from './ports.ts';
import type { ProviderName } from './providers.ts';

/** Longer than a request of revocation. */
const LEASE_MS = 60_000;

/** `_id` is the id of the account. A row with a due time belongs to an account that has no use for it any more. */
interface TokenRow extends WorkFields {
  readonly provider: ProviderName;
  readonly generation: string;
  readonly is_revoked: boolean;
  /** Refresh token and access token as JSON, sealed. */
  readonly sealed_tokens: Uint8Array;
  readonly expires_at: Date | null;
}

const required = (type: unknown): object => ({ type, required: true });

const schema = tenantSchema<TokenRow>(
  {
    _id: String,
    provider: required(String),
    generation: required(String),
    is_revoked: required(Boolean),
    sealed_tokens: required(Buffer),
    expires_at: { type: Date, default: null },
    ...workFields,
  },
  [workIndex],
);

const Tokens = z.object({ refresh_token: z.string(), access_token: z.string().nullable() });

export function createTokenStore(base: ServiceBase): {
  readonly tokens: TokenStore;
  readonly revocations: WorkQueue<WorkFields>;
} {
  const { mongo, sealer, units, clock } = base;
  const rows: Model<TokenRow> = defineModel(mongo.connection, 'oauth_tokens', schema);
  const queue = createWorkQueue<TokenRow>({ ...base, model: rows, leaseMs: LEASE_MS });
  const find = async (accountId: string): Promise<StoredTokens | undefined> => {
    const row = await rows.findOne({ _id: accountId }).lean<TokenRow>();
    return row === null ? undefined : fromRow(row, sealer);
  };
  return {
    revocations: queue,
    tokens: {
      find,
      put: async (tokens) => {
        const set = { ...toRow(tokens, sealer), due_at: null, lease_token: null, attempts: 0 };
        await rows.updateOne({ _id: tokens.account_id }, { $set: set }, { upsert: true });
      },
      replace: async (generation, tokens) => {
        const filter = { _id: tokens.account_id, generation };
        return (await rows.updateOne(filter, { $set: toRow(tokens, sealer) })).matchedCount === 1;
      },
      markRevoked: async (accountId, generation) => {
        const filter = { _id: accountId, generation };
        return (await rows.updateOne(filter, { $set: { is_revoked: true } })).matchedCount === 1;
      },
      remove: async (accountId) => {
        await rows.deleteOne({ _id: accountId });
      },
      revoke: async (accountId) => {
        await rows.updateOne({ _id: accountId }, { $set: { due_at: new Date(clock.now()), attempts: 0 } });
        units.afterCommit(() => queue.wakeUp.raise());
      },
    },
  };
}

function toRow(
  { account_id: _accountId, refresh_token, access_token, ...fields }: StoredTokens,
  sealer: Pick<Sealer, 'seal'>,
): Omit<TokenRow, keyof WorkFields> {
  const plain = Buffer.from(JSON.stringify({ refresh_token, access_token }), 'utf8');
  return { ...fields, sealed_tokens: sealer.seal(plain) };
}

function fromRow(row: TokenRow, sealer: Pick<Sealer, 'open'>): StoredTokens {
  const plain: unknown = JSON.parse(sealer.open(bytesOf(row.sealed_tokens)).toString('utf8'));
  const { provider, generation, is_revoked, expires_at } = row;
  return { account_id: row._id, provider, generation, is_revoked, expires_at, ...Tokens.parse(plain) };
}
