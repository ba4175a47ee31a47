import type { Contact } from '../contact-model/index.ts';
import type { VerificationPorts } from './ports.ts';
import { readSegmentPage } from './segment-pages.ts';
import type { VerificationJob } from './verification-job.ts';

/** Contacts of a job that are verified together. */
export interface ContactPage {
  /** The ids of the page; those of erased contacts have no contact. */
  readonly ids: readonly string[];
  readonly contacts: readonly Contact[];
  /** The position after the page. */
  readonly position: string;
}

/** The position of a segment after its last page. */
const LAST = 'last';

/** The page after a position; undefined after the last one. */
export async function readPage(
  ports: VerificationPorts,
  { list_id: listId, segment_id: segmentId }: Pick<VerificationJob, 'list_id' | 'segment_id'>,
  { after, pageSize }: { readonly after: string | null; readonly pageSize: number },
): Promise<ContactPage | undefined> {
  if (after === LAST) return undefined;
  if (segmentId !== null) {
    const { contacts, next = LAST } = await readSegmentPage(ports, segmentId, { after, pageSize });
    return { ids: contacts.map(({ id }) => id), contacts, position: next };
  }
  const page = await ports.lists.pageAfter(listId ?? '', Number(after ?? 0));
  if (page === undefined) return undefined;
  const { contactIds: ids, position } = page;
  return { ids, contacts: await ports.contacts.findByIds(ids), position: String(position) };
}
