import type { Connection, Model } from 'mongoose';
import { bytesOf, defineModel, tenantSchema } from '@outreach/mongo-kit';
import { findPage, type Cursors } from '@outreach/mongo-kit/paging';
import { searchTerms, searchTokens } from '@outreach/values';
import type { StoredAccount, StoredServer } from './account.ts';
import type { AccountStore } from './ports.ts';

type AccountDocument = Omit<StoredAccount, 'id' | 'oauth' | 'tracking_domain_id'> & {
  readonly _id: string;
  /** The words for search. */
  readonly tokens: readonly string[];
  /** Absent in accounts that never had one. */
  readonly tracking_domain_id?: string | null;
  /** Absent in records that no consent has written. */
  readonly oauth?: StoredAccount['oauth'];
  /** Incremented by each campaign that starts to use the account, so that a concurrent deletion conflicts with it. */
  readonly holds?: number;
};

const required = (type: unknown): object => ({ type, required: true });
const server = {
  _id: false,
  host: required(String),
  port: required(Number),
  security: required(String),
  username: { type: String, default: null },
  sealed_password: { type: Buffer, default: null },
};

const oauth = {
  _id: false,
  provider: required(String),
  subject: { type: String, default: null },
  scopes: [String],
  status: required(String),
  connected_at: required(Date),
  refreshed_at: { type: Date, default: null },
};

const listing = { _id: false, domain: String, zone: String };

const schema = tenantSchema<AccountDocument>(
  {
    _id: String,
    email: required(String),
    from_name: String,
    tokens: [String],
    provider: required(String),
    smtp: required(server),
    imap: { type: server, default: null },
    oauth: { type: oauth, default: null },
    status: required(String),
    status_reason: String,
    daily_limit: required(Number),
    min_gap_seconds: required(Number),
    max_gap_seconds: required(Number),
    warmup: {
      _id: false,
      start: Number,
      increment: Number,
      ceiling: Number,
      enabled_at: Date,
      sent_days: Number,
      last_sent_day: String,
    },
    time_zone: String,
    reply_to: String,
    signature: String,
    tracking_domain_id: String,
    auth: { _id: false, spf: String, dkim: String, dmarc: String, mx: String, checked_at: Date },
    last_error: String,
    failures_in_row: required(Number),
    last_failed_at: Date,
    listing: { type: listing, default: null },
    health_band: required(String),
    created_at: required(Date),
    updated_at: required(Date),
    version: required(Number),
    holds: Number,
  },
  [
    [
      { workspace_id: 1, email: 1 },
      { name: 'one_per_address', unique: true },
    ],
    [{ workspace_id: 1, created_at: 1, _id: 1 }, { name: 'by_creation' }],
    [{ workspace_id: 1, tokens: 1, created_at: 1, _id: 1 }, { name: 'by_token' }],
  ],
);

export function createAccountStore(connection: Connection, cursors: Cursors): AccountStore {
  const accounts: Model<AccountDocument> = defineModel(connection, 'sending_accounts', schema);
  return {
    ...createReads(accounts, cursors),
    insert: async ({ id, ...account }) => {
      await accounts.insertMany([{ _id: id, ...account, tokens: tokensOf(account) }], { lean: true });
    },
    save: async ({ id, workspace_id: _workspaceId, ...account }, expectedVersion) => {
      const change = { $set: { ...account, tokens: tokensOf(account) } };
      const saved = await accounts.updateOne({ _id: id, version: expectedVersion }, change);
      return saved.matchedCount === 1;
    },
    noteRefresh: async (id, { subject, scopes, at }) => {
      const connected = { _id: id, 'oauth.status': 'connected' as const };
      const fields = { 'oauth.refreshed_at': at, ...(scopes === null ? {} : { 'oauth.scopes': scopes }) };
      await accounts.updateOne(connected, { $set: fields, $inc: { version: 1 } });
      if (subject === null) return;
      const unknown = { ...connected, 'oauth.subject': null };
      await accounts.updateOne(unknown, { $set: { 'oauth.subject': subject }, $inc: { version: 1 } });
    },
    remove: async (id) => {
      await accounts.deleteOne({ _id: id });
    },
    removeTrackingDomain: async (domainId, at) => {
      const change = { $set: { tracking_domain_id: null, updated_at: at }, $inc: { version: 1 } };
      await accounts.updateMany({ tracking_domain_id: domainId }, change);
    },
    hold: async (ids) => {
      if (ids.length === 0) return new Set();
      const found = await accounts.find({ _id: { $in: ids } }, { _id: 1 }).lean<{ _id: string }[]>();
      await accounts.updateMany({ _id: { $in: ids } }, { $inc: { holds: 1 } });
      return new Set(found.map(({ _id }) => _id));
    },
  };
}

function createReads(
  accounts: Model<AccountDocument>,
  cursors: Cursors,
): Pick<AccountStore, 'find' | 'findByEmail' | 'findByIds' | 'list'> {
  const findOne = async (filter: { _id: string } | { email: string }): Promise<StoredAccount | undefined> => {
    const found = await accounts.findOne(filter).lean<AccountDocument>();
    return found === null ? undefined : fromDocument(found);
  };
  return {
    find: async (id) => findOne({ _id: id }),
    findByEmail: async (email) => findOne({ email }),
    findByIds: async (ids) => {
      const found = await accounts.find({ _id: { $in: ids } }).lean<AccountDocument[]>();
      return found.map(fromDocument);
    },
    list: async (page, { search = '', asked = '' }) =>
      findPage(cursors, {
        model: accounts,
        list: 'sending_accounts',
        words: searchTerms(search),
        asked,
        page,
        toItem: fromDocument,
      }),
  };
}

function tokensOf({ email, from_name }: Pick<StoredAccount, 'email' | 'from_name'>): string[] {
  return searchTokens([email, from_name]);
}

function fromDocument({ _id, tokens, holds, smtp, imap, ...account }: AccountDocument): StoredAccount {
  return {
    id: _id,
    ...account,
    tracking_domain_id: account.tracking_domain_id ?? null,
    oauth: account.oauth ?? null,
    smtp: fromServer(smtp),
    imap: imap === null ? null : fromServer(imap),
  };
}

function fromServer({ sealed_password: sealed, ...server }: StoredServer): StoredServer {
  return { ...server, sealed_password: sealed === null ? null : bytesOf(sealed) };
}
