import type { Campaign } from '../campaigns/index.ts';
import { nextSendTime, zoneFor } from '../planning/index.ts';

/** Without send days, the campaign is checked again after this time. */
const NO_DAYS_MS = 24 * 60 * 60_000;

export interface SendHours {
  readonly campaign: Pick<Campaign, 'send_window_start' | 'send_window_end' | 'send_days'>;
  readonly contactZone: string | null;
  readonly accountZone: string | null;
}

/** The first time from `at` on that lies in the window and on a day of the campaign. */
export function sendTimeFrom({ campaign, contactZone, accountZone }: SendHours, at: Date): Date {
  const timeMs = nextSendTime(campaign, zoneFor(contactZone, accountZone), at.getTime());
  return new Date(timeMs ?? at.getTime() + NO_DAYS_MS);
}
