import type { IcpProfile, StoredProfile } from './icp-profile.ts';

/** The profile of the current call's workspace. */
export interface IcpProfileReader {
  find(): Promise<StoredProfile | undefined>;
}

export interface IcpProfileStore extends IcpProfileReader {
  /** Stores the profile as the next revision. */
  save(profile: IcpProfile): Promise<void>;
}

/** Progress of scoring all contacts of a workspace again. */
export interface Rescore {
  readonly workspaceId: string;
  /** Differs between two requests of the same workspace. */
  readonly requestId: string;
  readonly requestedAt: Date;
  readonly pass: number;
  /** Position in the list of contacts; null at its start. */
  readonly after: string | null;
}

export interface RescoreStep {
  readonly pass: number;
  readonly after: string | null;
  readonly dueAt: Date;
}

export interface Rescores {
  /** Requests a rescore of all contacts of the workspace from the start; it replaces a running one. */
  request(requestId: string, at: Date): Promise<void>;
  /** Due rescores of all workspaces. */
  due(at: Date): Promise<readonly Rescore[]>;
  /** Stores the next step, or ends the rescore without one; false if `from` is no longer the current step. */
  proceed(from: Rescore, next: RescoreStep | undefined): Promise<boolean>;
}
