import { getContact } from '../change-contact.ts';
import type { Contact } from '../contact.ts';
import type { Deps } from '../ports.ts';
import { loadScorer, type ScoreBreakdown, type ScorerDeps } from './scorer.ts';

/** A contact, and what the profile of today makes of it. @throws AppError not_found. */
export async function explainContact(
  deps: ScorerDeps & Pick<Deps, 'contacts'>,
  id: string,
): Promise<{ readonly contact: Contact; readonly breakdown: ScoreBreakdown }> {
  const contact = await getContact(deps, id);
  return { contact, breakdown: (await loadScorer(deps)).explain(contact) };
}
