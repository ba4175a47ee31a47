import { HASHED_PREFIX, type Suppression } from './suppression.ts';

/** A request to emit contact.suppressed for the matching contacts of one workspace. */
export interface Announcement {
  readonly id: string;
  readonly workspaceId: string;
  readonly suppressionId: string;
  readonly isGlobal: boolean;
  readonly pass: number;
}

const PASSES = 2;
/**
 * Longer than any request: a request that began before the suppression existed has ended by then, and the second pass
 * finds the contacts that it wrote.
 */
const RECHECK_MS = 60_000;

/** When the announcement is due again; undefined after the last pass. */
export function nextPassAt({ pass }: Announcement, nowMs: number): Date | undefined {
  return pass < PASSES ? new Date(nowMs + RECHECK_MS) : undefined;
}

/** False for an erased address: no contact can match it. */
export function isAnnounceable({ type, value }: Suppression): boolean {
  return type === 'domain' || !value.startsWith(HASHED_PREFIX);
}
