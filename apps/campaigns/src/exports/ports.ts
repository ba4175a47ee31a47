import type { Send } from '../sends/index.ts';

/** Sends of the current call's workspace, in the order of their creation. */
export interface SendPages {
  /** The number of sends of the campaign, counted up to a limit. */
  count(campaignId: string, limit: number): Promise<number>;
  /** The campaigns with sends to these contacts. */
  campaignsOf(contactIds: readonly string[]): Promise<readonly string[]>;
  /** `after` is the position of the previous page; empty to start. */
  read(campaignId: string, after: string): Promise<SendPage>;
}

export interface SendPage {
  readonly sends: readonly Send[];
  /** Undefined on the last page. */
  readonly after: string | undefined;
}
