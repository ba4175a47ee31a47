import { contactCreated } from '@outreach/contracts-contacts';
import { invalidField } from '@outreach/errors';
import type { CallContext } from '@outreach/service-kit';
import { applyChange, NO_COMPANY } from '../contact-records/apply-change.ts';
import { toRecord, type Contact, type ContactChange } from '../contact-records/contact.ts';
import { countChanges } from '../contact-records/count-changes.ts';
import { withCustomFields } from '../custom-fields/change-values.ts';
import { loadScorer, type Scorer } from '../scoring/scorer.ts';
import type { Deps } from '../domain/ports.ts';
import { assignEmail } from '../agency/assign-email.ts';
import { score } from '../contact-records/lead-score.ts';
import { findMatchingSuppressions, refuseSuppressed, type MatchingSuppression } from '../suppressions/check-suppressions.ts';

export interface Created {
  readonly contact: Contact;
  /** False when the workspace had a contact of that address; it is answered as it is. */
  readonly created: boolean;
}

/**
 * Creates a contact.
 * @throws AppError invalid_argument without an email or on a wrong custom field; conflict when it belongs to another client of the agency or is
 * suppressed everywhere; failed_precondition when the workspace suppresses it.
 */
export async function createContact(deps: Deps, ctx: CallContext, change: ContactChange): Promise<Created> {
  if (change.email === undefined) throw invalidField('email', 'An email is required.');
  const { existing, cover, scorer } = await readFor(deps, change.email);
  if (existing !== undefined) return { contact: existing, created: false };
  await assignEmail(deps, ctx, change.email);
  refuseSuppressed(cover);
  const blank = blankContact(deps, ctx, change.email);
  const unscored = await withCustomFields(deps, applyChange(blank, change, deps.companyIdOf), change);
  const contact = scorer.score(unscored);
  await deps.contacts.insert(contact);
  await deps.counts.add(countChanges(undefined, contact));
  deps.events.emit(contactCreated, {
    aggregate: { id: contact.id, version: contact.version },
    data: toRecord(contact),
  });
  return { contact, created: true };
}

interface Known {
  readonly existing: Contact | undefined;
  readonly cover: MatchingSuppression | undefined;
  readonly scorer: Scorer;
}

/** What a create must know, asked for at once: who has the address, what suppresses it, and how contacts are scored. */
async function readFor(deps: Deps, email: string): Promise<Known> {
  const [existing, [covers, scorer]] = await deps.both(
    async () => deps.contacts.findByEmail(email),
    async () =>
      deps.both(
        async () => findMatchingSuppressions(deps, [email]),
        async () => loadScorer(deps),
      ),
  );
  return { existing, cover: covers.get(email), scorer };
}

/** A contact with nothing but its address. */
export function blankContact(deps: Pick<Deps, 'clock' | 'newId'>, ctx: CallContext, email: string): Contact {
  const now = new Date(deps.clock.now());
  return {
    id: deps.newId('ct'),
    workspace_id: ctx.workspaceId,
    email,
    first_name: null,
    last_name: null,
    full_name: null,
    full_name_is_own: false,
    title: null,
    seniority: null,
    department: null,
    phone: null,
    mobile: null,
    linkedin_url: null,
    city: null,
    state: null,
    country: null,
    time_zone: null,
    lead_source: ctx.principal.type === 'user' ? 'manual' : 'api',
    ...score({ fit: 0, engagement: 0 }),
    tags: [],
    verification_status: 'unverified',
    is_enriched: false,
    is_deleted: false,
    deleted_at: null,
    deletion_reason: null,
    company: NO_COMPANY,
    custom_fields: {},
    created_at: now,
    updated_at: now,
    version: 1,
  };
}
