import { ContactsServiceService, type ContactFilter } from '@outreach/contracts-contacts';
import { bindRpc, createGrpcServer, type CommandRunner, type Logger } from '@outreach/service-kit';
import type { TestIdentities } from '@outreach/testing';
import type { Candidate } from '../src/domain/candidate.ts';

/** The contacts service as this one sees it: a gRPC server with contacts that tests put there. */
export interface FakeContacts {
  readonly address: string;
  /** By contact. */
  readonly candidates: Map<string, Candidate>;
  /** What was asked last. */
  asked: { readonly workspaceId: string; readonly filter: ContactFilter | undefined } | undefined;
  /** Called while a question is answered. */
  onQuestion: () => Promise<void>;
  stop(): Promise<void>;
}

const { resolveCandidates } = ContactsServiceService;

const none = async (): Promise<never> => Promise.reject(new Error('The fake has no commands.'));
const noCommands: CommandRunner = { run: none, runJoining: none, runTwoStep: none };

/** @param callers the keys of those who may call. */
export async function startFakeContacts(callers: TestIdentities, logger: Logger): Promise<FakeContacts> {
  const candidates = new Map<string, Candidate>();
  const server = createGrpcServer({
    name: 'contacts',
    listen: '127.0.0.1:0',
    identity: callers.verifierFor('contacts'),
    commands: noCommands,
    logger,
    services: [
      bindRpc(
        { resolveCandidates },
        {
          resolveCandidates: {
            scope: { service: 'campaigns' },
            query: async ({ workspaceId }, { contact_ids: ids, contact_filter: filter }) => {
              fake.asked = { workspaceId, filter };
              await fake.onQuestion();
              return { candidates: ids.flatMap((id) => toMessages(candidates.get(id))) };
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
    asked: undefined,
    onQuestion: async () => undefined,
    stop: async () => server.stop(),
  };
  return fake;
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
