import { sendSchema } from '@outreach/contracts-campaigns/records';
import { stringify } from 'csv-stringify/sync';
import { toSendRecord } from '../outcomes/index.ts';
import type { Send } from '../sends/index.ts';
import type { ExportContent } from './export-job.ts';

/** The columns are the fields of an email in the API. */
const COLUMNS = Object.keys(sendSchema.shape);

/** Something that happened to an email. */
interface SendEvent {
  readonly type: string;
  readonly at: string;
  /** How often; only for opens and clicks. */
  readonly count?: number;
}

/** The header of a file; empty for JSON lines. */
export function headerOf({ format, includeEvents }: ExportContent): string {
  return format === 'jsonl' ? '' : stringify([[...COLUMNS, ...(includeEvents ? ['events'] : [])]]);
}

/** The rows of emails. Cells that a spreadsheet would run as formulas begin with `'`. */
export function rowsOf({ format, includeEvents }: ExportContent, sends: readonly Send[]): string {
  if (format === 'jsonl') {
    const lines = sends.map((send) => ({
      ...toSendRecord(send),
      ...(includeEvents && { events: eventsOf(send) }),
    }));
    return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  }
  const rows = sends.map((send) => {
    const record: Readonly<Record<string, unknown>> = { ...toSendRecord(send) };
    const cells = COLUMNS.map((column) => record[column]);
    return includeEvents ? [...cells, JSON.stringify(eventsOf(send))] : cells;
  });
  return stringify(rows, { escape_formulas: true });
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
