import { contactCreated, contactUpdated } from '@outreach/contracts-contacts';
import { AppError } from '@outreach/errors';
import { toRecord, type Contact } from '../contact-records/contact.ts';
import { batchChanges } from '../contact-records/count-changes.ts';
import { emitIfScored } from '../scoring/scorer.ts';
import type { Deps } from '../domain/ports.ts';

/** What a batch writes, in as few commands as there are kinds of writes. */
export class Batch {
  readonly created: Contact[] = [];
  readonly changed: { readonly before: Contact; readonly after: Contact }[] = [];

  async write(deps: Deps): Promise<void> {
    const made = this.created.map((after) => ({ before: undefined, after }));
    const counts = batchChanges([...made, ...this.changed]);
    if (this.created.length > 0) await deps.contacts.insertMany(this.created);
    if (this.changed.length > 0) {
      const saves = this.changed.map(({ before, after }) => ({
        contact: after,
        expectedVersion: before.version,
      }));
      const isSaved = await deps.contacts.saveMany(saves);
      if (!isSaved) throw new AppError('conflict', 'A contact was changed by another request; try again.');
    }
    if (counts.length > 0) await deps.counts.add(counts);
    for (const contact of this.created) emit(deps, contactCreated, contact);
    for (const { before, after } of this.changed) {
      emit(deps, contactUpdated, after);
      emitIfScored(deps, before, after);
    }
  }
}

function emit(
  deps: Pick<Deps, 'events'>,
  definition: typeof contactCreated | typeof contactUpdated,
  contact: Contact,
): void {
  const { id, version } = contact;
  deps.events.emit(definition, { aggregate: { id, version }, data: toRecord(contact) });
}
