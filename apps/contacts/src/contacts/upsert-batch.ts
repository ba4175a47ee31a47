import { contactCreated, contactUpdated } from '@outreach/contracts-contacts/events';
import { ChangedMeanwhile } from '@outreach/errors';
import type { EventSink } from '@outreach/event-schema';
import {
  batchChanges,
  type ContactCounts,
  type ContactSave,
  type ContactStore,
} from '../contact-store/index.ts';
import { toRecord, type Contact } from '../contact-model/index.ts';
import { emitIfScored } from '../scoring/index.ts';

export interface WriteBatchPorts {
  readonly contacts: Pick<ContactStore, 'insertMany' | 'saveMany'>;
  readonly counts: Pick<ContactCounts, 'add'>;
  readonly events: EventSink;
}

/** The writes of a batch of rows: one command per kind of write. */
export class UpsertBatch {
  readonly created: Contact[] = [];
  readonly changed: ContactSave[] = [];

  newEmails(): readonly string[] {
    return this.created.map(({ email }) => email);
  }

  /** Creates no contact with these addresses. */
  leaveOut(emails: ReadonlySet<string>): void {
    if (emails.size === 0) return;
    const kept = this.created.filter(({ email }) => !emails.has(email));
    this.created.splice(0, this.created.length, ...kept);
  }

  /** @throws AppError conflict when a contact was changed since it was read. */
  async write({ contacts, counts, events }: WriteBatchPorts): Promise<void> {
    const created = this.created.map((after) => ({ before: undefined, after }));
    const changes = batchChanges([...created, ...this.changed]);
    if (this.created.length > 0) await contacts.insertMany(this.created);
    if (this.changed.length > 0 && !(await contacts.saveMany(this.changed)))
      throw new ChangedMeanwhile('contact');
    if (changes.length > 0) await counts.add(changes);
    for (const contact of this.created) emit(events, contactCreated, contact);
    for (const { before, after } of this.changed) {
      emit(events, contactUpdated, after);
      emitIfScored(events, before, after);
    }
  }
}

function emit(
  events: EventSink,
  definition: typeof contactCreated | typeof contactUpdated,
  contact: Contact,
): void {
  const { id, version } = contact;
  events.emit(definition, { aggregate: { id, version }, data: toRecord(contact) });
}
