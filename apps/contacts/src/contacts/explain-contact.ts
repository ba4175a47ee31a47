import { getContact } from './change-contact.ts';
import type { Contact } from '../contact-records/contact.ts';
import type { Deps } from '../domain/ports.ts';
import { loadScorer, type ScoreBreakdown, type ScorerDeps } from '../scoring/scorer.ts';

/** A contact, and what the profile of today makes of it. @throws AppError not_found. */
export async function explainContact(
  deps: ScorerDeps & Pick<Deps, 'contacts' | 'both'>,
  id: string,
): Promise<{ readonly contact: Contact; readonly breakdown: ScoreBreakdown }> {
  const [contact, scorer] = await deps.both(
    async () => getContact(deps, id),
    async () => loadScorer(deps),
  );
  return { contact, breakdown: scorer.explain(contact) };
}
