import { HASHED_PREFIX, type Suppression } from './suppression.ts';

/** A request to emit contact.suppressed for the matching contacts of one workspace. */
export interface Announcement {
  readonly id: string;
  readonly workspaceId: string;
  readonly suppressionId: string;
  readonly isGlobal: boolean;
  /** 1 and 2 search the contacts; 3 deletes the notes of the announcement. */
  readonly pass: number;
}

/** The stored fields of an announcement. */
export interface AnnouncementFields {
  readonly suppression_id: string;
  readonly is_global: boolean;
  readonly is_domain: boolean;
  readonly pass: number;
}

const LAST_SEARCH = 2;
/**
 * Longer than any request: a request that began before the suppression existed has ended by then, and the second pass
 * finds the contacts that it wrote.
 */
const RECHECK_MS = 60_000;

/** True after the last search: only the notes are left. */
export function isSearched({ pass }: Announcement): boolean {
  return pass > LAST_SEARCH;
}

/** When the next pass is due. */
export function nextPassAt({ pass }: Announcement, nowMs: number): Date {
  return new Date(pass < LAST_SEARCH ? nowMs + RECHECK_MS : nowMs);
}

/** False for an erased address: no contact can match it. */
export function isAnnounceable({ type, value }: Suppression): boolean {
  return type === 'domain' || !value.startsWith(HASHED_PREFIX);
}
