import { auditRecorded } from '@outreach/contracts-common/audit';
import type { CallContext } from '@outreach/service-kit';
import { testCall } from '@outreach/testing';
import type { ChangeStream } from 'mongodb';
import { startContacts, written, type ContactsUnderTest } from './contacts-harness.ts';

const MARK = 'mark@example.com';

export interface LoggedEvent {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** All committed events in the order of the commits. */
export class OutboxLog {
  readonly #contacts: ContactsUnderTest;
  readonly #stream: ChangeStream;
  #marks = 0;

  constructor(contacts: ContactsUnderTest) {
    this.#contacts = contacts;
    this.#stream = contacts.database.collection('outbox').watch([{ $match: { operationType: 'insert' } }]);
  }

  async start(): Promise<void> {
    await this.#stream.tryNext();
  }

  /** The events of a workspace since the previous call, without those for the audit log. */
  async of({ workspaceId }: CallContext): Promise<LoggedEvent[]> {
    this.#marks += 1;
    const mark = `ws_mark_${this.#marks}`;
    await this.#contacts.client.createContact(testCall(mark), written({ email: MARK }));
    const events: LoggedEvent[] = [];
    for (;;) {
      const change = await this.#stream.next();
      if (change.operationType !== 'insert') continue;
      for (const { body } of change.fullDocument['events']) {
        const { workspace_id, type, data } = JSON.parse(body);
        if (workspace_id === mark) return events;
        if (workspace_id === workspaceId && type !== auditRecorded.type) events.push({ type, data });
      }
    }
  }

  async stop(): Promise<void> {
    await this.#stream.close();
  }
}

export interface LoggedContacts extends ContactsUnderTest {
  readonly log: OutboxLog;
}

/** Starts the contacts service with a log of its events. */
export async function startLoggedContacts(
  changes: Readonly<Record<string, string>> = {},
): Promise<LoggedContacts> {
  const contacts = await startContacts(changes);
  const log = new OutboxLog(contacts);
  await log.start();
  const stop = async () => {
    await log.stop();
    await contacts.stop();
  };
  return { ...contacts, log, stop };
}

/** Type, address and score of each event. */
export function briefly(events: readonly LoggedEvent[]): string[] {
  return events.map(({ type, data }) => `${type} ${String(data['email'])} ${String(data['lead_score'])}`);
}
