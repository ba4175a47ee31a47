import type { SentMessage } from '../outcomes/index.ts';
import type { SmtpReply } from '../feedback/index.ts';
import type { Claim, JournalDialog } from './ports.ts';

/** A line is JSON: the sealed bytes are base64. */
type WrittenMessage = Omit<SentMessage, 'sealed_rendering'> & { readonly sealed_rendering: string | null };

/** One line of the journal. */
export type JournalRecord =
  | { readonly kind: 'claim'; readonly token: string; readonly sends: readonly (readonly [string, string])[] }
  | (Omit<JournalDialog, 'message'> & { readonly kind: 'begin'; readonly message: WrittenMessage })
  | {
      readonly kind: 'end';
      readonly id: string;
      readonly token: string;
      readonly reply: SmtpReply;
      readonly atMs: number;
    };

export function isJournalRecord(value: unknown): value is JournalRecord {
  return (
    typeof value === 'object' &&
    value !== null &&
    'kind' in value &&
    (value.kind === 'claim' || value.kind === 'begin' || value.kind === 'end')
  );
}

export function beginRecord({ message, ...dialog }: JournalDialog): JournalRecord {
  const { sealed_rendering: sealed } = message;
  const written = sealed === null ? null : Buffer.from(sealed).toString('base64');
  return { kind: 'begin', ...dialog, message: { ...message, sealed_rendering: written } };
}

function fromWritten(message: WrittenMessage): SentMessage {
  const { sealed_rendering: written } = message;
  return { ...message, sealed_rendering: written === null ? null : Buffer.from(written, 'base64') };
}

/** A dialog whose message the server has answered. */
export interface AnsweredDialog {
  readonly claim: Claim;
  readonly message: SentMessage;
  readonly attempts: number;
  readonly reply: SmtpReply;
  readonly at: Date;
}

/** What the journal of a dead process proves about its claims. */
export interface JournalFindings {
  /** Claims without a dialog: nothing was sent. */
  readonly unsent: readonly Claim[];
  readonly answered: readonly AnsweredDialog[];
  /** Dialogs that reached the content and have no reply. */
  readonly unknown: readonly (Claim & { readonly message: SentMessage })[];
}

/** Joins the records of a process. A repeated attempt of a send has another token. */
export function readFindings(records: readonly JournalRecord[]): JournalFindings {
  const claims = new Map<string, Claim>();
  const dialogs = new Map<string, JournalDialog>();
  const answered = new Map<string, AnsweredDialog>();
  for (const record of records) {
    if (record.kind === 'claim')
      for (const [id, workspaceId] of record.sends)
        claims.set(keyOf({ id, token: record.token }), { id, workspaceId, token: record.token });
    else if (record.kind === 'begin')
      dialogs.set(keyOf(record.claim), { ...record, message: fromWritten(record.message) });
    else {
      const { reply, atMs } = record;
      const dialog = dialogs.get(keyOf(record));
      if (dialog !== undefined) answered.set(keyOf(record), { ...dialog, reply, at: new Date(atMs) });
    }
  }
  return {
    unsent: [...claims].flatMap(([key, claim]) => (dialogs.has(key) ? [] : [claim])),
    answered: [...answered.values()],
    unknown: [...dialogs].flatMap(([key, { claim, message }]) =>
      answered.has(key) ? [] : [{ ...claim, message }],
    ),
  };
}

function keyOf({ id, token }: Pick<Claim, 'id' | 'token'>): string {
  return `${id} ${token}`;
}

/** The records of a process that has died. */
export interface DeadJournal {
  readonly records: readonly JournalRecord[];
  /** Deletes the files. */
  remove(): void;
}
