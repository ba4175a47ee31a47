import type { Connection, Model } from 'mongoose';
import { defineModel, findPage, tenantSchema, type Cursors } from '@outreach/mongo-kit';
import { currentCall } from '@outreach/service-kit';
import { TEXT_MEMBERS, type Contact } from '../domain/contact.ts';
import type { ContactStore } from '../domain/ports.ts';

/** A contact as it lies in the collection. */
export type ContactDocument = Omit<Contact, 'id'> & { readonly _id: string };

const texts = Object.fromEntries(TEXT_MEMBERS.map((member) => [member, String]));

export const contactSchema = tenantSchema<ContactDocument>(
  {
    _id: String,
    ...texts,
    email: { type: String, required: true },
    full_name_is_own: Boolean,
    lead_source: String,
    lead_score: Number,
    icp_tier: String,
    grade: String,
    tags: [String],
    verification_status: String,
    is_enriched: Boolean,
    is_deleted: Boolean,
    deleted_at: Date,
    deletion_reason: String,
    company: {
      _id: false,
      id: String,
      name: String,
      domain: String,
      industry: String,
      employee_count: Number,
      revenue_band: String,
    },
    custom_fields: Object,
    created_at: Date,
    updated_at: Date,
    version: Number,
  },
  [
    [
      { workspace_id: 1, email: 1 },
      { unique: true, partialFilterExpression: { is_deleted: false }, name: 'identity' },
    ],
    [{ workspace_id: 1, is_deleted: 1, created_at: 1, _id: 1 }, { name: 'by_creation' }],
  ],
);

export function createContactStore(connection: Connection, cursors: Cursors): ContactStore {
  const contacts: Model<ContactDocument> = defineModel(connection, 'contacts', contactSchema);
  return {
    findById: async (id) => toContact(await contacts.findOne({ _id: id }).lean<ContactDocument>()),
    findByEmail: async (email) =>
      toContact(await contacts.findOne({ email, is_deleted: false }).lean<ContactDocument>()),
    insert: async (contact) => {
      await contacts.insertMany([toDocument(contact)], { lean: true });
    },
    save: async (contact, expectedVersion) => {
      const { _id, ...members } = toDocument(contact);
      const result = await contacts.updateOne({ _id, version: expectedVersion }, { $set: members });
      return result.matchedCount === 1;
    },
    list: async ({ sort, pageSize, cursor }) => {
      const page = await findPage(cursors, {
        model: contacts,
        filter: { is_deleted: false },
        sortField: 'created_at',
        descending: sort === 'created_desc',
        binding: { workspaceId: currentCall()?.workspaceId ?? '', list: 'contacts', sort, filter: '' },
        pageSize,
        cursor,
      });
      return {
        contacts: page.items.map(fromDocument),
        nextCursor: page.meta.next_cursor,
        hasMore: page.meta.has_more,
      };
    },
  };
}

function toContact(document: ContactDocument | null): Contact | undefined {
  return document === null ? undefined : fromDocument(document);
}

function fromDocument({ _id, ...members }: ContactDocument): Contact {
  return { id: _id, ...members };
}

function toDocument({ id, ...members }: Contact): ContactDocument {
  return { _id: id, ...members };
}
