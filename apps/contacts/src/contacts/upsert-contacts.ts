import { contactErrors } from '@outreach/contracts-contacts';
import type { ROW_STATUSES } from '@outreach/contracts-contacts/enumerations';
import { AppError } from '@outreach/errors';
import type { CallContext, Clock, NewId } from '@outreach/service-kit';
import { assignEmails, type RegistryPorts } from '../agency/index.ts';
import {
  adaptToExisting,
  applyChange,
  blankContact,
  type Contact,
  type ContactChange,
  type DedupBehavior,
  isVisiblyDifferent,
  withNextVersion,
} from '../contact-model/index.ts';
import type { ContactStore } from '../contact-store/index.ts';
import { mergeValues, type CustomField } from '../custom-fields/index.ts';
import { loadScorer, unscored, type Scorer, type ScorerPorts } from '../scoring/index.ts';
import {
  findMatchingSuppressions,
  suppressedErrorOf,
  type CheckSuppressionsPorts,
  type MatchingSuppression,
} from '../suppressions/index.ts';
import { UpsertBatch, type WriteBatchPorts } from './upsert-batch.ts';

/** A row with a normalized address; the rows of one call have different addresses. */
export interface UpsertRow {
  readonly email: string;
  readonly change: ContactChange;
}

export interface UpsertOptions {
  readonly dedup: DedupBehavior;
  /** `bulk` or `import`, for created contacts. */
  readonly leadSource: string;
  /** False to skip scoring: a new contact has no points, an existing one keeps its score. */
  readonly isScored?: boolean;
}

export type RowStatus = (typeof ROW_STATUSES)[number];

export interface RowError {
  readonly code: string;
  readonly message: string;
  readonly field: string | null;
}

export interface RowOutcome {
  readonly status: RowStatus;
  /** The created or existing contact of the row. */
  readonly contactId: string | null;
  readonly error: RowError | null;
}

/** Rows of one workspace. */
export interface UpsertInput {
  readonly ctx: CallContext;
  readonly rows: readonly UpsertRow[];
}

/** The checks of a contact before it is written: registry, suppressions, custom fields and score; and its write. */
export interface UpsertPorts extends RegistryPorts, CheckSuppressionsPorts, ScorerPorts, WriteBatchPorts {
  readonly contacts: WriteBatchPorts['contacts'] & Pick<ContactStore, 'findByEmails'>;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** The decisions on some rows; their contacts are not written yet. */
export interface PreparedUpserts {
  /**
   * Runs in the caller's unit of work. Returns the outcomes in the order of the rows.
   * @throws AppError conflict when a contact was changed since it was read: then the rows must be prepared again.
   */
  write(): Promise<readonly RowOutcome[]>;
}

/**
 * The pipeline of bulk and import for one batch, in the caller's unit of work: registry, suppressions, deduplication,
 * score, write, events. An invalid row fails alone. Returns the outcomes in the order of the rows.
 */
export async function upsertContacts(
  ports: UpsertPorts,
  input: UpsertInput,
  options: UpsertOptions,
): Promise<readonly RowOutcome[]> {
  return (await prepareUpserts(ports, input, options)).write();
}

/** The part of `upsertContacts` that reads and decides. In an agency it also writes to the registry. */
export async function prepareUpserts(
  ports: UpsertPorts,
  { ctx, rows }: UpsertInput,
  options: UpsertOptions,
): Promise<PreparedUpserts> {
  const emails = rows.map(({ email }) => email);
  const existing = await ports.contacts.findByEmails(emails);
  const suppressions = await findMatchingSuppressions(ports, emails);
  const fields = await fieldsFor(ports, rows);
  const scorer = options.isScored === false ? unscored(ports) : await loadScorer(ports);
  const batch = new UpsertBatch();
  const decided = rows.map((row): RowOutcome => {
    const contact = existing.get(row.email);
    const suppression = suppressions.get(row.email);
    if (suppression !== undefined) return refused('suppressed', contact, suppressedError(suppression));
    try {
      return contact === undefined
        ? create(ports, { ctx, row, fields, batch, options, scorer })
        : update(ports, { contact, row, fields, batch, options, scorer });
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown;
      return refused('failed', contact, thrown);
    }
  });
  // A row that is refused takes no address.
  const takenElsewhere = await assignEmails(ports, ctx, batch.newEmails());
  batch.leaveOut(takenElsewhere);
  const outcomes = decided.map((outcome, index) =>
    takenElsewhere.has(emails[index] ?? '')
      ? refused('conflict', undefined, contactErrors.assignedToOtherClient.make({ field: 'email' }))
      : outcome,
  );
  return {
    write: async () => {
      await batch.write(ports);
      return outcomes;
    },
  };
}

interface NewRow {
  readonly ctx: CallContext;
  readonly row: UpsertRow;
  readonly fields: readonly CustomField[];
  readonly batch: UpsertBatch;
  readonly options: UpsertOptions;
  readonly scorer: Pick<Scorer, 'score'>;
}

function create(ports: UpsertPorts, { ctx, row, fields, batch, options, scorer }: NewRow): RowOutcome {
  const blank = { ...blankContact(ports, ctx, row.email), lead_source: options.leadSource };
  const contact = scorer.score(applyRow({ contact: blank, change: row.change, fields }));
  batch.created.push(contact);
  return { status: 'created', contactId: contact.id, error: null };
}

type ExistingRow = Omit<NewRow, 'ctx'> & { readonly contact: Contact };

function update(
  ports: UpsertPorts,
  { contact, row, fields, batch, options, scorer }: ExistingRow,
): RowOutcome {
  const { id: contactId } = contact;
  if (options.dedup === 'skip') return { status: 'skipped', contactId, error: null };
  const adapted = adaptToExisting(contact, row.change, options.dedup);
  const changed = applyRow({ contact, change: adapted, fields });
  if (!isVisiblyDifferent(contact, changed)) return { status: 'unchanged', contactId, error: null };
  batch.changed.push({ before: contact, after: withNextVersion(ports, scorer.score(changed)) });
  return { status: 'updated', contactId, error: null };
}

interface RowChange {
  readonly contact: Contact;
  readonly change: ContactChange;
  readonly fields: readonly CustomField[];
}

function applyRow({ contact, change, fields }: RowChange): Contact {
  const applied = applyChange(contact, change);
  const { custom_fields: values } = change;
  if (values === undefined) return applied;
  return { ...applied, custom_fields: mergeValues(applied.custom_fields, values, fields) };
}

async function fieldsFor(
  ports: Pick<UpsertPorts, 'customFields'>,
  rows: readonly UpsertRow[],
): Promise<readonly CustomField[]> {
  return rows.some(({ change: { custom_fields } }) => custom_fields !== undefined)
    ? ports.customFields.all()
    : [];
}

/** A suppressed row has the code `suppressed` in every scope; the message names the scope. */
function suppressedError(match: MatchingSuppression): RowError {
  return { code: contactErrors.suppressed.code, message: suppressedErrorOf(match).message, field: 'email' };
}

function refused(
  status: RowStatus,
  contact: Contact | undefined,
  { code, message, field }: Pick<AppError, 'code' | 'message' | 'field'> | RowError,
): RowOutcome {
  return { status, contactId: contact?.id ?? null, error: { code, message, field: field ?? null } };
}
