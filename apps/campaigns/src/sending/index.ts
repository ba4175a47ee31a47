import type { Feature, ServiceBase } from '@outreach/app-kit';
import { measureOldestDue } from '@outreach/job-kit';
import type { WakeUp } from '@outreach/job-kit/wake-ups';
import { gauge } from '@outreach/service-kit/metrics';
import type { CampaignsConfig } from '../config.ts';
import { journalFolder } from '../journal-folder.ts';
import type { OutcomeRecorder } from '../outcomes/index.ts';
import { createPlaces } from '../planning/index.ts';
import type { PlatformAdapter } from '../platforms/index.ts';
import { FIND_SENT_MS_MAX, type SendingAccounts } from '../sending-accounts/index.ts';
import type { MessageIds } from '../sends/index.ts';
import { createCpuShares, createTemplateCache } from '../templates/index.ts';
import type { TrackingLinks } from '../tracking/index.ts';
import type { ThreadRecords } from '../threads/index.ts';
import { createAccountConnections } from './account-connections.job.ts';
import { createAccountPace } from './account-pace.store.ts';
import { requireFit } from './claim-time.ts';
import { claimSendsJob } from './claim-sends.job.ts';
import { composeMessage } from './compose-message.client.ts';
import { createJournal, readDeadJournals } from './journal.client.ts';
import type {
  AnswerReader,
  HasUnsubscribes,
  PreparePorts,
  SendClaims,
  SendJournal,
  SentFolder,
} from './ports.ts';
import { createClaimReturns } from './return-claims.job.ts';
import { createEmailSender, type EmailSender } from './send-emails.job.ts';
import { createSendClaims, LEASE_MS } from './send-claims.store.ts';
import { createSentEmails } from './sent-email.store.ts';
import { createSequenceVersions } from './sequence-versions.ts';
import { createSessionPool, dialogMsMax } from './session-pool.client.ts';
import { SMTP_LIMITS } from './smtp-session.client.ts';
import { SUBMISSION_MS_MAX } from './submit-batch.job.ts';
import { settleJournalsJob } from './settle-journals.job.ts';
import { createEmailSubmitter, type EmailSubmitter } from './submit-emails.job.ts';
import { createOutcomeWriter } from './write-outcomes.job.ts';

export type { Preflight, Recipient } from './ports.ts';

const oldestDue = {
  name: 'oldest due email',
  gauge: gauge(
    'send_oldest_due_seconds',
    'Time since the oldest waiting email became due, in seconds; 0 without one. Every process reports it.',
  ),
};

export interface SendingNeeds extends Omit<PreparePorts, 'senders' | 'sequences' | 'sentEmails' | 'answers'> {
  readonly sequences: Parameters<typeof createSequenceVersions>[0];
  readonly accounts: Pick<SendingAccounts, 'senders' | 'mail' | 'reader'>;
  readonly threads: ThreadRecords;
  readonly hasUnsubscribes: HasUnsubscribes;
  readonly links: TrackingLinks;
  readonly messageIds: MessageIds;
  readonly sentFolder: SentFolder;
  /** The configured platforms. */
  readonly adapters: readonly PlatformAdapter[];
  readonly recorder: OutcomeRecorder;
  /** Raised when sends may be due. */
  readonly wakeUp: WakeUp;
  readonly config: CampaignsConfig;
}

/** Sends the planned emails: claims, checks, messages, dialogs with the servers of the accounts, and outcomes. */
export function createSending(base: ServiceBase, needs: SendingNeeds): Feature {
  const { clock, logger, ids } = base;
  const { accounts, recorder, wakeUp, config } = needs;
  const { connection } = base.mongo;
  const claims = createSendClaims({ connection, clock, ids });
  const measured = measureOldestDue({ ...base, ...oldestDue, oldestDueAt: claims.oldestDueAt });
  if (config.SENDING_CONCURRENCY === 0) return { name: 'sending', resources: [measured] };
  for (const workMs of [WORK_MS_MAX, SUBMISSION_MS_MAX]) requireFit({ workMs, leaseMs: LEASE_MS });
  const folder = journalFolder(config, 'sending');
  const journal = createJournal({ folder, instance: ids('journal') });
  const answers = answersOf(base, needs.threads);
  const shared = { base, claims, journal, recorder, wakeUp, clock, logger, answers };
  const workers = createWorkers(shared, needs);
  const places = createPlaces(base, { accounts: accounts.reader });
  const preparing = {
    ...needs,
    senders: accounts.senders,
    sequences: createSequenceVersions(needs.sequences),
    sentEmails: createSentEmails(connection),
    retryPlaces: places.retries,
    answerPlaces: places.answers,
  };
  const isOpen = (sendId: string): boolean => journal.isOpen(sendId);
  const pace = createAccountPace(connection, ids);
  const { outcomes, returns, sender, submitter } = workers;
  return {
    name: 'sending',
    resources: [
      measured,
      { name: 'send-journal', stop: async () => journal.close() },
      outcomes,
      returns,
      sender,
      submitter,
    ],
    jobs: [
      settleJournalsJob({ ...shared, readJournals: () => readDeadJournals(folder) }),
      claimSendsJob({ ...shared, ...preparing, ...workers, pace, isOpen, graceMs: config.SENDING_GRACE_MS }),
    ],
  };
}

interface Shared extends Pick<ServiceBase, 'clock' | 'logger'>, Pick<SendingNeeds, 'recorder' | 'wakeUp'> {
  readonly base: ServiceBase;
  readonly claims: SendClaims;
  readonly journal: SendJournal;
  readonly answers: AnswerReader;
}

function answersOf(base: Pick<ServiceBase, 'inWorkspace'>, { messages }: ThreadRecords): AnswerReader {
  return {
    messagesOf: async (sendIds) => messages.ofSends(sendIds),
    bodyOf: async (workspaceId, id) =>
      base.inWorkspace({ workspaceId }, async () => (await messages.bodiesOf([id])).get(id)),
  };
}

/** The search for a copy in the Sent folder, and the longest dialog. */
const WORK_MS_MAX = FIND_SENT_MS_MAX + dialogMsMax(SMTP_LIMITS);

/** The senders of emails, and the writers of what becomes of their claims. */
function createWorkers(shared: Shared, needs: SendingNeeds) {
  const { accounts, links, messageIds, adapters, config } = needs;
  const pool = createSessionPool({
    mail: accounts.mail,
    smtpLogin: accounts.senders.smtpLogin,
    limits: SMTP_LIMITS,
  });
  const returns = createClaimReturns(shared);
  const outcomes = createOutcomeWriter({
    ...shared,
    onCommitted: (sendIds) => shared.journal.settle(sendIds),
    onRoom: () => {
      sender.resume();
      submitter.resume();
    },
  });
  const { sealer } = shared.base;
  const rendering = { templates: createTemplateCache(), cpu: createCpuShares(), links, messageIds, sealer };
  const pauseMs = config.SENDING_PAUSE_MS;
  const sending = { ...shared, ...rendering, returns, outcomes, pauseMs };
  const submitter: EmailSubmitter = createEmailSubmitter({
    ...sending,
    adapters,
    random: shared.base.random,
  });
  const sender: EmailSender = createEmailSender({
    ...sending,
    sentFolder: needs.sentFolder,
    compose: composeMessage,
    sendMessage: pool.send,
    stopDialogs: () => pool.stop(),
    connections: createAccountConnections(accounts.senders, shared.base),
    workMs: WORK_MS_MAX,
    slots: config.SENDING_CONCURRENCY,
  });
  return { returns, outcomes, sender, submitter };
}
