import type { Clock, NewId, PageOf, PageRequest } from '@outreach/service-kit';
import type { ContactStore } from '../contact-store/index.ts';
import type { Sweeps } from '../contact-sweeps/index.ts';
import type { FieldNamePorts } from '../filters/index.ts';
import type { FindContactsPorts } from '../lists/index.ts';
import type { Segment } from './segment.ts';

/** The segments of the current call's workspace. */
export interface SegmentStore {
  findByIds(ids: readonly string[]): Promise<readonly Segment[]>;
  /** The oldest segments. */
  first(countMax: number): Promise<readonly Segment[]>;
  list(page: PageRequest, search: string | undefined): Promise<PageOf<Segment>>;
  insert(segment: Segment): Promise<void>;
  save(segment: Segment): Promise<void>;
  saveCount(id: string, count: number, at: Date): Promise<void>;
  remove(id: string): Promise<void>;
  /** Replaces the contacts of a static segment. */
  setContacts(id: string, contactIds: readonly string[]): Promise<void>;
  /** Returns the ids that exist; these segments cannot be deleted before the unit of work ends. */
  hold(ids: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Campaigns that use segments. */
export interface SegmentUsage {
  usesSegment(segmentId: string): Promise<boolean>;
}

export interface SegmentPorts extends FieldNamePorts, FindContactsPorts {
  readonly segments: SegmentStore;
  readonly contacts: ContactStore;
  readonly campaigns: FieldNamePorts['campaigns'] & SegmentUsage;
  readonly sweeps: Sweeps;
  readonly clock: Clock;
  readonly newId: NewId;
}
