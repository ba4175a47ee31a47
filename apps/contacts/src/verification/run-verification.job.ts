import type { ServiceBase } from '@outreach/app-kit';
import { VERIFICATION_RESULTS, verificationStates } from '@outreach/contracts-contacts/verification';
import { AppError } from '@outreach/errors';
import { counter } from '@outreach/service-kit/metrics';
import type { Contact } from '../contact-model/index.ts';
import { KnownFailure } from '../json-server/index.ts';
import { endVerification, getVerification, PAGE_CONTACTS } from './manage-verifications.ts';
import type { VerificationPorts } from './ports.ts';
import { readPage, type ContactPage } from './read-page.ts';
import { saveVerified, type Verdicts } from './save-verified.ts';
import {
  NO_RESULTS,
  type ResultCounts,
  type VerificationJob,
  type VerificationResult,
} from './verification-job.ts';

/** Time in ms for the addresses of one page. */
const PAGE_MS_MAX = 60_000;

const verifiedAddresses = counter('verified_addresses_total', 'Contacts of verification jobs, by result.', [
  'result',
]);

export interface VerificationRun {
  readonly job: VerificationJob;
  /** Token of the worker's claim. */
  readonly token: string;
  readonly signal: AbortSignal;
}

export type RunVerificationPorts = VerificationPorts & Pick<ServiceBase, 'units' | 'inWorkspace'>;

/** `lost`: the job was canceled or claimed by another worker. `stopped`: the signal has aborted. */
export type RunOutcome = 'ended' | 'lost' | 'stopped';

/**
 * Verifies the contacts after the stored position of the job. Results, events, counts and position of a page commit
 * together, so a crash neither loses nor repeats a contact.
 * @throws KnownFailure when the external server has answered none of the addresses of a page.
 */
export async function runVerification(
  ports: RunVerificationPorts,
  run: VerificationRun,
): Promise<RunOutcome> {
  const { job, signal } = run;
  let verified = await nextVerified(ports, run, job.position);
  while (verified !== undefined) {
    if (signal.aborted) return 'stopped';
    // The next page is verified while the previous one commits.
    const [isCommitted, next] = await Promise.all([
      commitPage(ports, run, verified),
      nextVerified(ports, run, verified.position),
    ]);
    if (!isCommitted) return 'lost';
    verified = next;
  }
  if (signal.aborted) return 'stopped';
  return (await end(ports, run, 'complete')) ? 'ended' : 'lost';
}

interface VerifiedPage extends ContactPage {
  readonly verdicts: Verdicts;
}

async function nextVerified(
  ports: RunVerificationPorts,
  run: VerificationRun,
  after: string | null,
): Promise<VerifiedPage | undefined> {
  const { job } = run;
  const page = await ports.inWorkspace({ workspaceId: job.workspace_id }, async () =>
    readPage(ports, job, { after, pageSize: PAGE_CONTACTS }),
  );
  if (page === undefined) return undefined;
  return { ...page, verdicts: await verifyAll(ports, run, page.contacts) };
}

/** Addresses that an external server did not answer have no verdict, unless it answered none at all. */
async function verifyAll(
  { verifier }: RunVerificationPorts,
  { job, signal }: VerificationRun,
  contacts: readonly Contact[],
): Promise<Verdicts> {
  const ctx = { workspaceId: job.workspace_id, deadlineAtMs: Date.now() + PAGE_MS_MAX, signal };
  const emails = contacts.filter(({ is_deleted }) => !is_deleted).map(({ email }) => email);
  const answers = await Promise.allSettled(
    emails.map(async (email) => [email, await verifier.verify(ctx, email)] as const),
  );
  const reasons = answers.flatMap((answer): unknown[] =>
    answer.status === 'rejected' ? [answer.reason] : [],
  );
  const failures = reasons.filter((reason) => reason instanceof KnownFailure);
  if (failures.length < reasons.length) throw new AggregateError(reasons, 'The verifier failed.');
  const [failure] = failures;
  if (failure !== undefined && failures.length === emails.length) throw failure;
  return new Map(answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : [])));
}

/** Returns false when the claim was lost. */
async function commitPage(
  ports: RunVerificationPorts,
  run: VerificationRun,
  page: VerifiedPage,
): Promise<boolean> {
  const { inWorkspace, units, contacts } = ports;
  const { workspace_id: workspaceId } = run.job;
  const commit = async (read: () => Promise<readonly Contact[]>): Promise<ResultCounts> =>
    inWorkspace({ workspaceId }, async () =>
      units.unitOfWork(async () => savePage(ports, run, { ...page, contacts: await read() })),
    );
  try {
    const counts = await commit(async () => Promise.resolve(page.contacts)).catch(async (thrown: unknown) => {
      if (!(thrown instanceof AppError) || thrown.kind !== 'conflict') throw thrown;
      // A contact was changed since the page was read.
      return commit(async () => contacts.findByIds(page.ids));
    });
    for (const [result, count] of Object.entries(counts)) verifiedAddresses.inc({ result }, count);
    return true;
  } catch (thrown) {
    if (thrown instanceof JobLost) return false;
    throw thrown;
  }
}

async function savePage(
  ports: RunVerificationPorts,
  { job, token }: VerificationRun,
  { ids, contacts, verdicts, position }: VerifiedPage,
): Promise<ResultCounts> {
  const results = await saveVerified(ports, contacts, verdicts);
  const counts = countResults(results, ids.length);
  // Rolls the page back if its contacts are not in the counts of the job.
  if (!(await ports.verifications.advance(job.id, { token, counts, position }))) throw new JobLost();
  return counts;
}

/** Contacts that were erased are unknown. */
function countResults(results: readonly VerificationResult[], contactCount: number): ResultCounts {
  const counted = VERIFICATION_RESULTS.map(
    (result) => [result, results.filter((found) => found === result).length] as const,
  );
  const counts: ResultCounts = { ...NO_RESULTS, ...Object.fromEntries(counted) };
  return { ...counts, unknown: counts.unknown + contactCount - results.length };
}

/** The job was canceled, or another worker holds it. */
class JobLost extends Error {}

/** Ends the job. False when the claim was lost. */
export async function end(
  ports: RunVerificationPorts,
  { job, token }: VerificationRun,
  operation: 'complete' | 'fail',
): Promise<boolean> {
  return ports.inWorkspace({ workspaceId: job.workspace_id }, async () =>
    ports.units.unitOfWork(async () => {
      const current = await getVerification(ports, job.id);
      const page = { token, counts: NO_RESULTS, position: current.position };
      if (!(await ports.verifications.advance(job.id, page))) return false;
      const status = verificationStates.next('running', operation);
      if (status === undefined) throw new Error(`A running verification cannot ${operation}.`);
      await endVerification(ports, { ...current, status });
      return true;
    }),
  );
}
