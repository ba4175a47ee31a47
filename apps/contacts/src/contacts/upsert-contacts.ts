import { contactErrors } from '@outreach/contracts-contacts';
import { AppError } from '@outreach/errors';
import type { CallContext } from '@outreach/service-kit';
import { applyChange, isVisiblyDifferent } from '../contact-records/apply-change.ts';
import { touch } from './change-contact.ts';
import type { Contact, ContactChange } from '../contact-records/contact.ts';
import { blankContact } from './create-contact.ts';
import type { CustomField } from '../custom-fields/custom-field.ts';
import { mergeValues } from '../custom-fields/merge-values.ts';
import { loadScorer, unscored, type Scorer } from '../scoring/scorer.ts';
import type { Deps } from '../domain/ports.ts';
import { findMatchingSuppressions } from '../suppressions/check-suppressions.ts';
import { Batch } from './upsert-batch.ts';
import { adaptToExisting, type DedupBehavior } from '../contact-records/dedup.ts';

/** A row whose address is normalised; no two rows of one call have the same. */
export interface UpsertRow {
  readonly email: string;
  readonly change: ContactChange;
}

export interface UpsertOptions {
  readonly dedup: DedupBehavior;
  /** Of the contacts that are made: `bulk` or `import`. */
  readonly leadSource: string;
  /** Without scoring a new contact has no points, and one that is there keeps what it has. */
  readonly isScored?: boolean;
}

export type RowStatus =
  'created' | 'updated' | 'unchanged' | 'skipped' | 'suppressed' | 'conflict' | 'failed';

export interface RowError {
  readonly code: string;
  readonly message: string;
  readonly field: string | null;
}

export interface RowOutcome {
  readonly status: RowStatus;
  /** Of the contact that the row made or met. */
  readonly contactId: string | null;
  readonly error: RowError | null;
}

/** Rows of one workspace. */
export interface UpsertInput {
  readonly ctx: CallContext;
  readonly rows: readonly UpsertRow[];
}

/** What is to become of some rows, by what was read of their contacts; nothing of it is written yet. */
export interface PreparedUpserts {
  /**
   * Part of the caller's unit of work. Outcomes are in the order of the rows.
   * @throws when somebody else wrote one of the contacts since they were read: then the rows must be prepared anew.
   */
  write(): Promise<readonly RowOutcome[]>;
}

/**
 * The pipeline of bulk and import, a batch at a time and in the caller's unit of work: registry, suppression, dedup,
 * score, write, one event per change and one more where it moved the score. A row that cannot be taken costs itself alone. Outcomes are in the order of the rows.
 */
export async function upsertContacts(
  deps: Deps,
  input: UpsertInput,
  options: UpsertOptions,
): Promise<readonly RowOutcome[]> {
  return (await prepareUpserts(deps, input, options)).write();
}

/** The part of `upsertContacts` that reads and decides. In an agency it also writes, to the registry. */
export async function prepareUpserts(
  deps: Deps,
  { ctx, rows }: UpsertInput,
  options: UpsertOptions,
): Promise<PreparedUpserts> {
  const emails = rows.map(({ email }) => email);
  const existing = await deps.contacts.findByEmails(emails);
  const covers = await findMatchingSuppressions(deps, emails);
  const fields = await fieldsFor(deps, rows);
  const wanted = emails.filter((email) => !existing.has(email) && !covers.has(email));
  const scorer = options.isScored === false ? unscored(deps) : await loadScorer(deps);
  const foreign = await assignAll(deps, ctx, wanted);
  const batch = new Batch();
  const outcomes = rows.map((row): RowOutcome => {
    const contact = existing.get(row.email);
    if (foreign.has(row.email)) return refused('conflict', contact, toRowError(conflictError()));
    if (covers.has(row.email))
      return refused('suppressed', contact, toRowError(contactErrors.suppressed.make({ field: 'email' })));
    try {
      return contact === undefined
        ? create(deps, { ctx, row, fields, batch, options, scorer })
        : change(deps, { contact, row, fields, batch, options, scorer });
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown;
      return refused('failed', contact, toRowError(thrown));
    }
  });
  return {
    write: async () => {
      await batch.write(deps);
      return outcomes;
    },
  };
}

interface NewRow {
  readonly ctx: CallContext;
  readonly row: UpsertRow;
  readonly fields: readonly CustomField[];
  readonly batch: Batch;
  readonly options: UpsertOptions;
  readonly scorer: Pick<Scorer, 'score'>;
}

function create(deps: Deps, { ctx, row, fields, batch, options, scorer }: NewRow): RowOutcome {
  const blank = { ...blankContact(deps, ctx, row.email), lead_source: options.leadSource };
  const contact = scorer.score(applyAll(deps, { contact: blank, change: row.change, fields }));
  batch.created.push(contact);
  return { status: 'created', contactId: contact.id, error: null };
}

type MetRow = Omit<NewRow, 'ctx'> & { readonly contact: Contact };

function change(deps: Deps, { contact, row, fields, batch, options, scorer }: MetRow): RowOutcome {
  const { id: contactId } = contact;
  if (options.dedup === 'skip') return { status: 'skipped', contactId, error: null };
  const adapted = adaptToExisting(contact, row.change, options.dedup);
  const changed = applyAll(deps, { contact, change: adapted, fields });
  if (!isVisiblyDifferent(contact, changed)) return { status: 'unchanged', contactId, error: null };
  batch.changed.push({ before: contact, after: touch(deps, scorer.score(changed)) });
  return { status: 'updated', contactId, error: null };
}

interface Application {
  readonly contact: Contact;
  readonly change: ContactChange;
  readonly fields: readonly CustomField[];
}

function applyAll(deps: Pick<Deps, 'companyIdOf'>, { contact, change: given, fields }: Application): Contact {
  const applied = applyChange(contact, given, deps.companyIdOf);
  const { custom_fields: values } = given;
  if (values === undefined) return applied;
  return { ...applied, custom_fields: mergeValues(applied.custom_fields, values, fields) };
}

async function fieldsFor(
  deps: Pick<Deps, 'customFields'>,
  rows: readonly UpsertRow[],
): Promise<readonly CustomField[]> {
  return rows.some(({ change: { custom_fields } }) => custom_fields !== undefined)
    ? deps.customFields.all()
    : [];
}

/** The addresses that belong to another client of the agency. */
async function assignAll(
  { registry }: Pick<Deps, 'registry'>,
  { agencyId, workspaceId }: CallContext,
  emails: readonly string[],
): Promise<ReadonlySet<string>> {
  if (agencyId === '' || emails.length === 0) return new Set();
  return registry.assignMany({ agencyId, workspaceId, emails });
}

function conflictError(): AppError {
  return contactErrors.assignedToOtherClient.make({ field: 'email' });
}

function refused(status: RowStatus, contact: Contact | undefined, error: RowError): RowOutcome {
  return { status, contactId: contact?.id ?? null, error };
}

export function toRowError({ code, message, field }: AppError): RowError {
  return { code, message, field: field ?? null };
}
