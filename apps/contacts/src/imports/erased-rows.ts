import type { Sha256 } from '../suppressions/suppression.ts';

/**
 * Fills the place of a blanked row: a character that no text has (SUB, substitute), neither separator nor quote nor
 * line end, so that what it fills is a record of one cell and every other row keeps its number.
 */
export const FILLER = '\u001a';

/** Erasures that reach imports of the current call's workspace whose file may still be there. */
export interface ImportErasures {
  /** In the erasure's unit of work: from now on no such import takes a row of the address. */
  add(digest: string): Promise<void>;
  /** SHA-256 of the addresses; undefined of an import that no erasure has reached. */
  of(importId: string): Promise<ReadonlySet<string> | undefined>;
}

/** A file in which an erasure is still to be looked for. */
export interface WaitingScrub {
  readonly importId: string;
  readonly workspaceId: string;
  /** None when the file was looked through since the last erasure. */
  readonly digests: readonly string[];
}

/** Files of all workspaces that erasures have reached, for one job. */
export interface ScrubQueue {
  waiting(): Promise<readonly WaitingScrub[]>;
  scrubbed(scrub: WaitingScrub): Promise<void>;
  /** The file is gone. */
  forget(importId: string): Promise<void>;
}

/** A row as an import reads it. */
export interface ReadRow {
  readonly raw: readonly string[];
  readonly email: string | null;
}

/** True of a row whose contact was erased while the file waited, whether it is blanked in the file by now or not. */
export function isErased({ raw, email }: ReadRow, digests: ReadonlySet<string>, sha256: Sha256): boolean {
  const [first = ''] = raw;
  if (raw.length === 1 && first !== '' && first.replaceAll(FILLER, '') === '') return true;
  return email !== null && digests.has(sha256(email.trim().toLowerCase()));
}
