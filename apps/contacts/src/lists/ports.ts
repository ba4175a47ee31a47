import type { ContactCounts, ContactStore } from '../contact-store/index.ts';

/** Signed cursors of lists; a cursor is valid for one workspace, list, sort and filter. */
export interface ListCursors {
  encode(binding: CursorBinding, position: unknown): string;
  /** @throws AppError invalid_argument on `cursor`. */
  decode(binding: CursorBinding, cursor: string): unknown;
}

export interface CursorBinding {
  readonly list: string;
  readonly sort: string;
  readonly filter: string;
}

/** The last known number of matches of a filter. */
export interface LastCounts {
  read(filter: string): number | undefined;
  write(filter: string, count: number): void;
}

/** Runs an expensive search when a slot is free. */
export type InScanSlot = <Result>(search: () => Promise<Result>) => Promise<Result>;

export interface FindContactsPorts {
  readonly inScanSlot: InScanSlot;
  readonly contacts: Pick<ContactStore, 'slice' | 'count'>;
  readonly counts: Pick<ContactCounts, 'total' | 'cells'>;
  readonly lastCounts: LastCounts;
  readonly cursors: ListCursors;
}
