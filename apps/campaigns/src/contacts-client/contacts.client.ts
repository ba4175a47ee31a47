import { ContactsServiceService, toContactRecord, VERIFICATION_STATUSES } from '@outreach/contracts-contacts';
import { connectRpc, type RpcClientOptions } from '@outreach/service-kit/grpc';
import type { Resource } from '@outreach/service-kit/lifecycle';
import type { ResponseOf, RpcClient } from '@outreach/service-kit/rpc';
import type { CampaignContacts } from '../campaigns/index.ts';
import type { Candidate, Candidates, VerificationStatus } from '../enrollments/index.ts';
import type { ContactAddresses, SuppressionReasons } from '../replies/index.ts';
import type { Preflight, Recipient } from '../sending/index.ts';
import type { ContactReader, SuppressionCheck } from '../sequences/index.ts';
import type { ContactNamesReader } from '../threads/index.ts';
import { campaignContacts, toFilterMessage } from './campaign-contacts.client.ts';
import type { Suppressor } from '../outcomes/index.ts';
import { suppressionCheckOf, suppressionReasonsOf, suppressorOf } from './suppressor.client.ts';

type Resolved = ResponseOf<(typeof ContactsServiceService)['resolveCandidates']>;
type CandidateMessage = Resolved['candidates'][number];

const NO_FILTER = { segment_ids: [], icp_tier: [], grade: [] };

export interface ContactsConnection {
  readonly candidates: Candidates;
  readonly campaigns: CampaignContacts;
  readonly mergeData: ContactReader;
  readonly names: ContactNamesReader;
  /** Addresses, suppressions and template data of contacts that are about to get an email. */
  readonly preflight: Preflight;
  readonly suppressor: Suppressor;
  readonly suppressions: SuppressionCheck;
  readonly suppressionReasons: SuppressionReasons;
  readonly addresses: ContactAddresses;
  readonly resource: Resource;
}

/** Connects in the background. While the contacts service is unavailable, calls are refused as unavailable. */
export function connectContacts(
  options: Pick<RpcClientOptions, 'address' | 'identity' | 'tls'>,
): ContactsConnection {
  const connection = connectRpc(ContactsServiceService, { audience: 'contacts', ...options });
  const candidates = candidatesOf(connection.client);
  const mergeData: ContactReader = {
    mergeDataOf: async (ctx, contactIds) => {
      const reply = await connection.client.getMergeData(ctx, { contact_ids: [...contactIds] });
      return { contacts: reply.contacts.map(toContactRecord), fallbackValues: reply.fallback_values ?? {} };
    },
  };
  return {
    candidates,
    campaigns: campaignContacts(connection.client),
    suppressor: suppressorOf(connection.client),
    suppressions: suppressionCheckOf(connection.client),
    suppressionReasons: suppressionReasonsOf(connection.client),
    addresses: {
      addressesOf: async (ctx, contactIds) => {
        const resolved = await candidates.resolve(ctx, { contactIds, filter: NO_FILTER });
        return new Map([...resolved].map(([id, { email }]) => [id, email]));
      },
    },
    mergeData,
    names: {
      namesOf: async (ctx, contactIds) => {
        const { contacts } = await mergeData.mergeDataOf(ctx, contactIds);
        return new Map(
          contacts.map(({ id, email, first_name, last_name, updated_at }) => [
            id,
            { email, first_name, last_name, updated_at },
          ]),
        );
      },
    },
    preflight: createPreflight(candidates, mergeData),
    resource: { name: 'contacts', stop: async () => connection.close() },
  };
}

/** Reads contacts before emails to them are sent, with two concurrent calls for all. */
function createPreflight(candidates: Pick<Candidates, 'resolve'>, mergeData: ContactReader): Preflight {
  return {
    resolve: async (ctx, contactIds) => {
      const [resolved, { contacts, fallbackValues }] = await Promise.all([
        candidates.resolve(ctx, { contactIds, filter: NO_FILTER }),
        mergeData.mergeDataOf(ctx, contactIds),
      ]);
      const byId = new Map<string, Recipient>();
      for (const contact of contacts) {
        const candidate = resolved.get(contact.id);
        if (candidate !== undefined) byId.set(contact.id, { candidate, contact });
      }
      return { byId, fallbackValues };
    },
  };
}

function candidatesOf(client: RpcClient<typeof ContactsServiceService>): Candidates {
  return {
    resolve: async (ctx, { contactIds, filter }) => {
      const { candidates } = await client.resolveCandidates(ctx, {
        contact_ids: [...contactIds],
        contact_filter: toFilterMessage(filter),
      });
      return new Map(candidates.map((message) => [message.contact_id, toCandidate(message)]));
    },
    sample: async (ctx, filter) => {
      const request = { contact_filter: toFilterMessage(filter) };
      const { candidates, total, is_total_estimated } = await client.sampleCandidates(ctx, request);
      return { candidates: candidates.map(toCandidate), total, isTotalEstimated: is_total_estimated };
    },
    stream: async function* (ctx, { filter, after: start }) {
      const request = { contact_filter: toFilterMessage(filter), after: start };
      for await (const { candidates, after } of client.streamCandidates(ctx, request))
        yield { candidates: candidates.map(toCandidate), after };
    },
  };
}

function toCandidate(message: CandidateMessage): Candidate {
  return {
    contactId: message.contact_id,
    email: message.email,
    timeZone: message.time_zone ?? null,
    mailProvider: message.mail_provider ?? null,
    verificationStatus: toVerificationStatus(message.verification_status),
    isSuppressed: message.is_suppressed,
    meetsFilter: message.meets_filter,
  };
}

/** @throws Error for an unknown status: it must not count as sendable. */
function toVerificationStatus(text: string): VerificationStatus {
  const status = VERIFICATION_STATUSES.find((known) => known === text);
  if (status === undefined) throw new Error('The contacts service sent an unknown verification status.');
  return status;
}
