// Replaced by the kits.
import type { CommandTable, ServiceBase as OldBase } from '@outreach/app-kit';
import type { Requeue } from '@outreach/event-bus';
import type { Job, RpcScope } from '@outreach/service-kit';

export interface ServiceBase extends OldBase {
  readonly random: () => number;
  inWorkspace<T>(
    work: { workspaceId: string; agencyId?: string; requestId?: string },
    fn: () => Promise<T>,
  ): Promise<T>;
  readonly erasures: object;
  readonly deadLetters: object;
}
export interface Feature {
  readonly name: string;
  readonly methods?: object;
  readonly consumers?: readonly object[];
  readonly jobs?: readonly Job[];
  readonly resources?: readonly object[];
  readonly admin?: CommandTable<never>;
  readonly requeue?: Requeue;
}
export declare const NOTHING: () => readonly string[];
export declare function requireWorkspaceId(): string;
