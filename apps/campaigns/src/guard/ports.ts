import type { DeliverabilityFinding } from '../campaigns/index.ts';

export interface WarningDay {
  readonly campaignId: string;
  readonly rule: DeliverabilityFinding['rule'];
  readonly at: Date;
}

export interface WarningStore {
  /** Part of a transaction: true the first time on a UTC day for the campaign and the rule. */
  isFirst(warning: WarningDay): Promise<boolean>;
}
