import { contactErrors } from '@outreach/contracts-contacts';
import type { CreateVerificationRequest } from '@outreach/contracts-contacts/gen/verifications.ts';
import { VERIFICATION_CONTACTS_MAX, verificationStates } from '@outreach/contracts-contacts/verification';
import { invalidField, notFound } from '@outreach/errors';
import type { CallContext } from '@outreach/service-kit';
import { requireKnownContacts } from '../contact-store/index.ts';
import { countSegment } from './segment-pages.ts';
import type { VerificationPorts } from './ports.ts';
import { NO_RESULTS, type VerificationJob } from './verification-job.ts';

/** Contacts that commit together with the progress of a job. */
export const PAGE_CONTACTS = 500;

/** Queues a job. @throws AppError invalid_argument on the source, or on `contact_ids[i]`. */
export async function createVerification(
  ports: VerificationPorts,
  ctx: CallContext,
  request: CreateVerificationRequest,
): Promise<VerificationJob> {
  const { contact_ids, segment_id, import_id } = request;
  const sources = [contact_ids.length > 0, segment_id !== undefined, import_id !== undefined];
  if (sources.filter(Boolean).length !== 1)
    throw invalidField(
      'contact_ids',
      'Exactly one of contact_ids, segment_id and import_id must be present.',
    );
  const id = ports.newId('ver');
  const contents = await contentsOf(ports, id, request);
  const job = newJob({ id, workspaceId: ctx.workspaceId, at: new Date(ports.clock.now()), ...contents });
  await ports.verifications.insert(job);
  return job;
}

interface Contents {
  readonly listId: string | null;
  readonly segmentId: string | null;
  readonly total: number;
}

async function contentsOf(
  ports: VerificationPorts,
  id: string,
  { contact_ids: contactIds, segment_id: segmentId, import_id: importId }: CreateVerificationRequest,
): Promise<Contents> {
  if (segmentId !== undefined)
    return { listId: null, segmentId, total: await countSegment(ports, segmentId) };
  if (importId !== undefined) {
    if ((await ports.imports.findById(importId)) === undefined)
      throw invalidField('import_id', 'import_id must be an import of this workspace.');
    return { listId: importId, segmentId: null, total: await ports.lists.count(importId) };
  }
  if (contactIds.length > VERIFICATION_CONTACTS_MAX)
    throw invalidField('contact_ids', `contact_ids must be at most ${VERIFICATION_CONTACTS_MAX} items long.`);
  await requireKnownContacts(ports, contactIds);
  const ids = [...new Set(contactIds)];
  for (let at = 0; at < ids.length; at += PAGE_CONTACTS)
    await ports.lists.add(id, { position: at + 1, contactIds: ids.slice(at, at + PAGE_CONTACTS) });
  return { listId: id, segmentId: null, total: ids.length };
}

interface NewJob extends Contents {
  readonly id: string;
  readonly workspaceId: string;
  readonly at: Date;
}

export function newJob({ id, workspaceId, at, listId, segmentId, total }: NewJob): VerificationJob {
  return {
    id,
    workspace_id: workspaceId,
    status: 'queued',
    list_id: listId,
    segment_id: segmentId,
    total,
    counts: NO_RESULTS,
    position: null,
    failures: 0,
    created_at: at,
    finished_at: null,
  };
}

/** @throws AppError not_found. */
export async function getVerification(ports: VerificationPorts, id: string): Promise<VerificationJob> {
  const job = await ports.verifications.findById(id);
  if (job === undefined) throw notFound();
  return job;
}

/** Stored results stay. @throws AppError not_found; conflict when the job has ended. */
export async function cancelVerification(ports: VerificationPorts, id: string): Promise<VerificationJob> {
  const job = await getVerification(ports, id);
  const status = verificationStates.next(job.status, 'cancel');
  if (status === undefined) throw contactErrors.verificationEnded.make({ details: { status: job.status } });
  return endVerification(ports, { ...job, status });
}

/** Stores the end of a job, in the caller's unit of work. */
export async function endVerification(
  ports: VerificationPorts,
  job: VerificationJob,
): Promise<VerificationJob> {
  const ended = { ...job, finished_at: new Date(ports.clock.now()) };
  await ports.verifications.end(ended);
  await ports.lists.remove(job.id);
  return ended;
}
