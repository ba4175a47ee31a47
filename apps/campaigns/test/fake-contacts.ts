import { ContactsServiceService } from '@outreach/contracts-contacts';
import type { ContactFilter } from '@outreach/contracts-contacts/gen/candidates.ts';
import type { Contact } from '@outreach/contracts-contacts/gen/contacts.ts';
import { invalidField, notFound } from '@outreach/errors';
import type { Logger } from '@outreach/service-kit';
import { bindRpc, createGrpcServer } from '@outreach/service-kit/grpc';
import type { CommandRunner, RpcTable } from '@outreach/service-kit/rpc';
import type { TestIdentities } from '@outreach/testing';
import type { Candidate } from '../src/enrollments/candidate.ts';

/** A gRPC server in place of the contacts service, with the contacts of the tests. */
export interface FakeContacts {
  readonly address: string;
  /** By contact id. */
  readonly candidates: Map<string, Candidate>;
  /** The workspace of a contact; streams of other workspaces do not contain it. */
  readonly workspaceOf: Map<string, string>;
  /** Called before each page of a stream. */
  onPage: () => Promise<void>;
  /** The contacts of templates, by id. */
  readonly merged: Map<string, Contact>;
  /** Fallback values of custom fields, by name. */
  fallbackValues: Record<string, unknown>;
  /** Suppressed addresses. */
  readonly suppressed: Set<string>;
  /** The reasons of suppressed addresses; `manual` by default. */
  readonly reasons: Map<string, string>;
  /** The segments and clients that exist. */
  readonly segments: Set<string>;
  readonly clients: Set<string>;
  /** The registered segments by campaign id; empty after a release. */
  readonly registered: Map<string, readonly string[]>;
  /** The last request. */
  lastRequest: { readonly workspaceId: string; readonly filter: ContactFilter | undefined } | undefined;
  /** Called during a request. */
  onRequest: () => Promise<void>;
  /** Called during a request for the data of contacts. */
  onMergeData: () => Promise<void>;
  stop(): Promise<void>;
}

const {
  resolveCandidates,
  getMergeData,
  registerCampaign,
  releaseCampaign,
  checkContactFilter,
  sampleCandidates,
  streamCandidates,
  getClient,
  suppressContacts,
  checkSuppressions,
} = ContactsServiceService;

/** Smaller than the pages of the service, so that few contacts make several pages. */
const PAGE_SIZE = 10;
/** Smaller than the samples of the service. */
const SAMPLE_MAX = 50;

const none = async (): Promise<never> => Promise.reject(new Error('The fake has no commands.'));
const noCommands: CommandRunner = { run: none, runPrepared: none, runWithEffect: none };

/** @param callers keys of the services that may call. */
export async function startFakeContacts(callers: TestIdentities, logger: Logger): Promise<FakeContacts> {
  const candidates = new Map<string, Candidate>();
  const workspaceOf = new Map<string, string>();
  const server = createGrpcServer({
    name: 'contacts',
    listen: '127.0.0.1:0',
    identity: callers.verifierFor('contacts'),
    commands: noCommands,
    logger,
    services: [
      bindRpc(
        {
          registerCampaign,
          releaseCampaign,
          checkContactFilter,
          getClient,
          suppressContacts,
          checkSuppressions,
        },
        campaignMethods(() => fake),
      ),
      bindRpc(
        { resolveCandidates, sampleCandidates, streamCandidates, getMergeData },
        {
          getMergeData: {
            scope: { service: 'campaigns' },
            query: async ({ workspaceId }, { contact_ids: ids }) => {
              await fake.onMergeData();
              const found = ids.map((id) => fake.merged.get(id)).filter((one) => one !== undefined);
              const contacts = found.filter((one) => one.workspace_id === workspaceId);
              return { contacts, fallback_values: fake.fallbackValues };
            },
          },
          resolveCandidates: {
            scope: { service: 'campaigns' },
            query: async ({ workspaceId }, { contact_ids: ids, contact_filter: filter }) => {
              fake.lastRequest = { workspaceId, filter };
              await fake.onRequest();
              const found = ids.flatMap((id) => toMessages(candidates.get(id)));
              return {
                candidates: found.map((message) => ({
                  ...message,
                  meets_filter: message.meets_filter || isEmpty(filter),
                })),
              };
            },
          },
          sampleCandidates: {
            scope: { service: 'campaigns' },
            query: async ({ workspaceId }) => {
              const matching = matchesOf(fake, workspaceId);
              const sample = matching.slice(0, SAMPLE_MAX).flatMap(toMessages);
              return Promise.resolve({
                candidates: sample,
                total: matching.length,
                is_total_estimated: false,
              });
            },
          },
          streamCandidates: {
            scope: { service: 'campaigns' },
            stream: async function* ({ workspaceId }, { after }) {
              const matching = matchesOf(fake, workspaceId);
              for (let start = Number(after); ; start += PAGE_SIZE) {
                await fake.onPage();
                const next = start + PAGE_SIZE;
                const page = matching.slice(start, next).flatMap(toMessages);
                if (next >= matching.length) {
                  yield { candidates: page };
                  return;
                }
                yield { candidates: page, after: String(next) };
              }
            },
          },
        },
      ),
    ],
  });
  await server.start();
  const fake: FakeContacts = {
    address: server.address(),
    candidates,
    workspaceOf,
    merged: new Map(),
    fallbackValues: {},
    suppressed: new Set(),
    reasons: new Map(),
    segments: new Set(),
    clients: new Set(),
    registered: new Map(),
    lastRequest: undefined,
    onRequest: async () => undefined,
    onMergeData: async () => undefined,
    onPage: async () => undefined,
    stop: async () => server.stop(),
  };
  return fake;
}

/** The methods that campaigns call, without idempotency: the fake has no database. */
function campaignMethods(fake: () => FakeContacts): CampaignLinkTable {
  const scope = { service: 'campaigns' };
  return {
    registerCampaign: {
      scope,
      query: async (_ctx, { campaign_id: id, segment_ids: segmentIds }) => {
        await fake().onRequest();
        const index = segmentIds.findIndex((segmentId) => !fake().segments.has(segmentId));
        if (index !== -1) throw invalidField(`contact_filter.segment_ids[${index}]`, 'is unknown');
        fake().registered.set(id, segmentIds);
        return {};
      },
    },
    releaseCampaign: {
      scope,
      query: async (_ctx, { campaign_id: id }) => {
        fake().registered.set(id, []);
        return Promise.resolve({});
      },
    },
    checkContactFilter: {
      scope,
      query: async ({ workspaceId }) => {
        await fake().onRequest();
        return { has_matches: matchesOf(fake(), workspaceId).length > 0 };
      },
    },
    suppressContacts: {
      scope,
      // Suppressions stay in the service under test.
      query: async () => Promise.reject(notFound()),
    },
    checkSuppressions: {
      scope: ['contacts:read'],
      query: async (_ctx, { emails }) =>
        Promise.resolve({
          checks: emails.map((email) => ({
            email,
            suppressed: fake().suppressed.has(email),
            reasons: fake().suppressed.has(email) ? [fake().reasons.get(email) ?? 'manual'] : [],
          })),
        }),
    },
    getClient: {
      scope: ['contacts:read'],
      query: async (_ctx, { id }) => {
        if (!fake().clients.has(id)) throw notFound();
        return Promise.resolve({ client: undefined });
      },
    },
  };
}

type CampaignLinkTable = RpcTable<
  Pick<
    typeof ContactsServiceService,
    | 'registerCampaign'
    | 'releaseCampaign'
    | 'checkContactFilter'
    | 'getClient'
    | 'suppressContacts'
    | 'checkSuppressions'
  >
>;

/** The contacts of the workspace that match every filter. */
function matchesOf({ candidates, workspaceOf }: FakeContacts, workspaceId: string): readonly Candidate[] {
  return [...candidates.values()].filter(
    ({ contactId, meetsFilter }) => meetsFilter && workspaceOf.get(contactId) === workspaceId,
  );
}

function isEmpty(filter: ContactFilter | undefined): boolean {
  return Object.values(filter ?? {}).every((values: readonly string[]) => values.length === 0);
}

function toMessages(candidate: Candidate | undefined) {
  if (candidate === undefined) return [];
  const { contactId, email, timeZone, mailProvider, verificationStatus, isSuppressed, meetsFilter } =
    candidate;
  return [
    {
      contact_id: contactId,
      email,
      verification_status: verificationStatus,
      is_suppressed: isSuppressed,
      meets_filter: meetsFilter,
      ...(timeZone !== null && { time_zone: timeZone }),
      ...(mailProvider !== null && { mail_provider: mailProvider }),
    },
  ];
}
