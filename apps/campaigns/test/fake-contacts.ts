import { ContactsServiceService, type Contact, type ContactFilter } from '@outreach/contracts-contacts';
import { bindRpc, createGrpcServer, type CommandRunner, type Logger } from '@outreach/service-kit';
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
  /** The last request. */
  lastRequest: { readonly workspaceId: string; readonly filter: ContactFilter | undefined } | undefined;
  /** Called during a request. */
  onRequest: () => Promise<void>;
  stop(): Promise<void>;
}

const { resolveCandidates, streamCandidates, getMergeData } = ContactsServiceService;

/** Smaller than the pages of the service, so that few contacts make several pages. */
const PAGE_SIZE = 10;

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
        { resolveCandidates, streamCandidates, getMergeData },
        {
          getMergeData: {
            scope: { service: 'campaigns' },
            query: async ({ workspaceId }, { contact_ids: ids }) => {
              const found = ids.map((id) => fake.merged.get(id)).filter((one) => one !== undefined);
              const contacts = found.filter((one) => one.workspace_id === workspaceId);
              return Promise.resolve({ contacts, fallback_values: fake.fallbackValues });
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
          streamCandidates: {
            scope: { service: 'campaigns' },
            stream: async function* ({ workspaceId }, { after }) {
              const matching = [...candidates.values()].filter(
                ({ contactId, meetsFilter }) => meetsFilter && workspaceOf.get(contactId) === workspaceId,
              );
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
    lastRequest: undefined,
    onRequest: async () => undefined,
    onPage: async () => undefined,
    stop: async () => server.stop(),
  };
  return fake;
}

function isEmpty(filter: ContactFilter | undefined): boolean {
  return Object.values(filter ?? {}).every((values: readonly string[]) => values.length === 0);
}

function toMessages(candidate: Candidate | undefined) {
  if (candidate === undefined) return [];
  const { contactId, email, verificationStatus, isSuppressed, meetsFilter } = candidate;
  return [
    {
      contact_id: contactId,
      email,
      verification_status: verificationStatus,
      is_suppressed: isSuppressed,
      meets_filter: meetsFilter,
    },
  ];
}
