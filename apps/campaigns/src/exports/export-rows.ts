import { sendSchema } from '@outreach/contracts-campaigns/records';
import { toSendRecord } from '../outcomes/index.ts';
import type { Send } from '../sends/index.ts';

export type ExportFormat = 'csv' | 'jsonl';

/** What an export of emails contains, with the names of its fields in the database. */
export interface SendContent {
  readonly campaign_id: string;
  /** True for a column with the events of each email. */
  readonly include_events: boolean;
}

/** The columns are the fields of an email in the API. */
const COLUMNS = Object.keys(sendSchema.shape);

/** Something that happened to an email. */
interface SendEvent {
  readonly type: string;
  readonly at: string;
  /** How often; only for opens and clicks. */
  readonly count?: number;
}

export function columnsOf({ include_events: hasEvents }: SendContent): readonly string[] {
  return hasEvents ? [...COLUMNS, 'events'] : COLUMNS;
}

/** The records of emails, with their events as JSON in CSV. */
export function recordsOf(
  { include_events: hasEvents }: SendContent,
  format: ExportFormat,
  sends: readonly Send[],
): Readonly<Record<string, unknown>>[] {
  return sends.map((send) => {
    const record = toSendRecord(send);
    if (!hasEvents) return { ...record };
    const events = eventsOf(send);
    return { ...record, events: format === 'csv' ? JSON.stringify(events) : events };
  });
}

function eventsOf(send: Send): readonly SendEvent[] {
  const events: readonly (readonly [type: string, at: Date | null, count?: number])[] = [
    ['sent', send.sent_at],
    ['delivered', send.delivered_at],
    ['opened', send.opened_at, send.open_count],
    ['clicked', send.clicked_at, send.click_count],
    ['replied', send.replied_at],
    ['bounced', send.bounced_at],
    ['unsubscribed', send.unsubscribed_at],
    ['spam_complaint', send.complained_at],
  ];
  return events
    .flatMap(([type, at, count]) =>
      at === null ? [] : [{ type, at: at.toISOString(), ...(count !== undefined && { count }) }],
    )
    .sort((one, other) => one.at.localeCompare(other.at));
}
