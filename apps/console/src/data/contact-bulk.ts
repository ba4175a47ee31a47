import { OutreachError, type Schema } from '@outreach/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { outreach } from './client.ts';
import type { ApiRequest } from '../parts/api-request.ts';
import { toContactQuery, type Contact, type ContactFilter } from './contacts.ts';
import type { Change } from './use-change.ts';

/** The most that one request of the API takes. */
const BATCH_MAX = 1_000;
const PAGE_MAX = 500;

/** Chosen contacts, or all that match a filter. */
export type BulkTarget =
  | { readonly kind: 'chosen'; readonly contacts: readonly Contact[] }
  | { readonly kind: 'matching'; readonly filter: ContactFilter; readonly total: number };

export interface BulkAction {
  readonly kind: 'tag' | 'enroll' | 'segment';
  /** The tag, the id of the campaign, or the name of the segment. */
  readonly value: string;
}

export interface FailedContact {
  readonly email: string;
  readonly reason: string;
}

export interface BulkResult {
  readonly doneCount: number;
  readonly failed: readonly FailedContact[];
}

export interface BulkRun {
  readonly target: BulkTarget;
  readonly action: BulkAction;
  readonly onProgress: (count: number) => void;
}

export function targetCount(target: BulkTarget): number {
  return target.kind === 'chosen' ? target.contacts.length : target.total;
}

/** The contacts of a target in batches. A filter is read in the order of creation, which an action does not change. */
async function* batchesOf(target: BulkTarget): AsyncGenerator<readonly Contact[], void> {
  if (target.kind === 'chosen') {
    for (let first = 0; first < target.contacts.length; first += BATCH_MAX)
      yield target.contacts.slice(first, first + BATCH_MAX);
    return;
  }
  const query = { ...toContactQuery(target.filter), sort: 'created_asc' as const, page_size: PAGE_MAX };
  for await (const page of outreach.pages('/api/v1/contacts/', { params: { query } })) yield page.data;
}

function tagBody(contacts: readonly Contact[], tag: string): Schema<'ContactBulk'> {
  const tagged = contacts.map(({ email, tags }) => ({ email, tags: [...new Set([...tags, tag])] }));
  return { contacts: tagged, options: { dedup_behavior: 'update', trigger_scoring: false } };
}

async function addTag(contacts: readonly Contact[], tag: string): Promise<readonly FailedContact[]> {
  const { results } = await outreach.post('/api/v1/contacts/bulk/', { body: tagBody(contacts, tag) });
  return results.flatMap(({ email, error, status }) =>
    status === 'updated' || status === 'unchanged'
      ? []
      : [{ email: email ?? '', reason: error?.message ?? status }],
  );
}

async function enroll(contacts: readonly Contact[], campaign_id: string): Promise<readonly FailedContact[]> {
  const emails = new Map(contacts.map(({ id, email }) => [id, email]));
  try {
    const { results } = await outreach.post('/api/v1/campaigns/{campaign_id}/enroll/', {
      params: { path: { campaign_id } },
      body: { contact_ids: [...emails.keys()] },
    });
    return results.flatMap(({ contact_id, status }) =>
      status === 'enrolled' ? [] : [{ email: emails.get(contact_id) ?? contact_id, reason: status }],
    );
  } catch (thrown) {
    // A batch of suppressed contacts is refused as a whole; the next one may have others.
    if (!(thrown instanceof OutreachError) || thrown.status !== 422) throw thrown;
    return contacts.map(({ email }) => ({ email, reason: thrown.message }));
  }
}

async function run({ target, action, onProgress }: BulkRun): Promise<BulkResult> {
  const failed: FailedContact[] = [];
  const ids: string[] = [];
  let count = 0;
  for await (const contacts of batchesOf(target)) {
    if (action.kind === 'segment') ids.push(...contacts.map(({ id }) => id));
    else
      failed.push(
        ...(action.kind === 'tag'
          ? await addTag(contacts, action.value)
          : await enroll(contacts, action.value)),
      );
    count += contacts.length;
    onProgress(count);
  }
  if (action.kind === 'segment')
    await outreach.post('/api/v1/segments/', {
      body: { name: action.value, segment_type: 'static', contact_ids: ids },
    });
  return { doneCount: count - failed.length, failed };
}

/** The request of an action for chosen contacts; for all that match, the first page of those. */
export function requestOf(target: BulkTarget, action: BulkAction): ApiRequest {
  if (target.kind === 'matching') {
    const query = { ...toContactQuery(target.filter), page_size: PAGE_MAX };
    return { path: '/api/v1/contacts/', query };
  }
  const contacts = target.contacts.slice(0, BATCH_MAX);
  const contact_ids = contacts.map(({ id }) => id);
  switch (action.kind) {
    case 'tag':
      return { method: 'post', path: '/api/v1/contacts/bulk/', body: tagBody(contacts, action.value) };
    case 'enroll': {
      const params = { campaign_id: action.value };
      const path = '/api/v1/campaigns/{campaign_id}/enroll/';
      return { method: 'post', path, params, body: { contact_ids } };
    }
    case 'segment': {
      const body = { name: action.value, segment_type: 'static', contact_ids };
      return { method: 'post', path: '/api/v1/segments/', body };
    }
  }
}

/** Does the same with many contacts, batch by batch. */
export function useBulk(): Change<BulkRun, BulkResult> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSettled: async (_result, _error, { action }) =>
      client.invalidateQueries({ queryKey: [action.kind === 'segment' ? 'segments' : 'contacts'] }),
  });
}
