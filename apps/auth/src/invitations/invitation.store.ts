import { defineModel, runAsSystem, tenantSchema } from '@outreach/mongo-kit';
import { findPage, type Cursors } from '@outreach/mongo-kit/paging';
import type { Connection, Model } from 'mongoose';
import { emailKey } from '../users/index.ts';
import type { Invitation } from './invitation.ts';
import type { InvitationStore, InvitationTokens } from './ports.ts';

const REASON = 'the token of an invitation names no workspace';
const PENDING_MAX = 2;

type InvitationDocument = Omit<Invitation, 'id'> & { readonly _id: string; readonly email_key: string };

const required = (type: unknown): object => ({ type, required: true });

const schema = tenantSchema<InvitationDocument>(
  {
    _id: String,
    email: required(String),
    email_key: required(String),
    role: required(String),
    scopes: [String],
    invited_by: required(String),
    token_digest: required(String),
    expires_at: required(Date),
    created_at: required(Date),
    accepted_at: { type: Date, default: null },
  },
  [
    [{ token_digest: 1 }, { unique: true }],
    [{ workspace_id: 1, created_at: 1, _id: 1 }],
    [{ email_key: 1, accepted_at: 1 }],
  ],
);

export interface InvitationStores {
  readonly invitations: InvitationStore;
  readonly tokens: InvitationTokens;
}

export function createInvitationStores(connection: Connection, cursors: Cursors): InvitationStores {
  const documents: Model<InvitationDocument> = defineModel(connection, 'invitations', schema);
  const find = async (filter: Partial<InvitationDocument>): Promise<Invitation | undefined> => {
    const document = await documents.findOne(filter).lean<InvitationDocument>();
    return document === null ? undefined : fromDocument(document);
  };
  return {
    invitations: {
      insert: async ({ id, scopes, ...rest }) => {
        const document = { _id: id, ...rest, scopes: [...scopes], email_key: emailKey(rest.email) };
        await documents.insertMany([document], { lean: true });
      },
      findOwn: async (id) => find({ _id: id }),
      findOpen: async (email) => find({ email_key: emailKey(email), accepted_at: null }),
      list: async (page) =>
        findPage(cursors, { model: documents, list: 'invitations', page, toItem: fromDocument }),
      remove: async (id) => {
        await documents.deleteOne({ _id: id });
      },
    },
    tokens: {
      findByDigest: async (digest) => runAsSystem(REASON, async () => find({ token_digest: digest })),
      findPending: async (email, now) =>
        runAsSystem(REASON, async () => {
          const filter = { email_key: emailKey(email), accepted_at: null, expires_at: { $gt: now } };
          const found = await documents.find(filter).limit(PENDING_MAX).lean<InvitationDocument[]>();
          return found.map(fromDocument);
        }),
      markAccepted: async (id, at) =>
        runAsSystem(REASON, async () => {
          const filter = { _id: id, accepted_at: null };
          return (await documents.updateOne(filter, { $set: { accepted_at: at } })).modifiedCount === 1;
        }),
    },
  };
}

function fromDocument({ _id, email_key: _key, ...invitation }: InvitationDocument): Invitation {
  return { id: _id, ...invitation };
}
