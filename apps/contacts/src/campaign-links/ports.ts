import type { ContactCounts, ContactStore } from '../contact-store/index.ts';
import type { CustomFieldReader } from '../custom-fields/index.ts';
import type { FilterNamePorts } from '../filters/index.ts';
import type { SuppressionReader } from '../suppressions/index.ts';

/** The campaigns of the current call's workspace that were registered, and the segments that they use. */
export interface CampaignRegister {
  /** The ids of registered campaigns. */
  known(ids: readonly string[]): Promise<ReadonlySet<string>>;
  usesSegment(segmentId: string): Promise<boolean>;
  /** Replaces the segments of the campaign. Repeating a call changes nothing. */
  register(id: string, segmentIds: readonly string[]): Promise<void>;
  /** Removes the segments of the campaign; it stays registered. */
  release(id: string): Promise<void>;
}

export interface SegmentHolder {
  /** Returns the ids that exist; these segments cannot be deleted before the unit of work ends. */
  hold(ids: readonly string[]): Promise<ReadonlySet<string>>;
}

export interface CampaignLinkPorts {
  readonly contacts: ContactStore;
  readonly counts: ContactCounts;
  readonly campaigns: CampaignRegister;
  readonly customFields: CustomFieldReader;
  readonly segments: FilterNamePorts['segments'] & SegmentHolder;
  readonly suppressions: SuppressionReader;
}
