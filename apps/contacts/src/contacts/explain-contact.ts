import { getContact } from '../contact-store/index.ts';
import type { Contact } from '../contact-model/index.ts';
import { loadScorer, type ScoreBreakdown } from '../scoring/index.ts';
import type { ContactPorts } from './ports.ts';

/** A contact with the score breakdown by the current profile. @throws AppError not_found. */
export async function explainContact(
  ports: ContactPorts,
  id: string,
): Promise<{ readonly contact: Contact; readonly breakdown: ScoreBreakdown }> {
  const [contact, scorer] = await ports.both(
    async () => getContact(ports, id),
    async () => loadScorer(ports),
  );
  return { contact, breakdown: scorer.explain(contact) };
}
