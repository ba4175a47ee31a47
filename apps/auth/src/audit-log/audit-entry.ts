import type { AUDIT_ACTORS, AUDIT_TARGETS, AuditAction } from '@outreach/contracts-auth';
import type { RECORDED_TARGETS, RecordedAction } from '@outreach/contracts-common/audit';
import type { CallContext } from '@outreach/service-kit';

/** The actor of an entry. Operators and anonymous callers have no id. */
export interface AuditActor {
  readonly type: (typeof AUDIT_ACTORS)[number];
  readonly id: string | null;
}

export interface AuditEntry {
  readonly id: string;
  /** Empty for a log-in with an unknown username. */
  readonly workspace_id: string;
  readonly at: Date;
  readonly actor: AuditActor;
  readonly action: AuditAction | RecordedAction;
  readonly target: {
    readonly type: (typeof AUDIT_TARGETS | typeof RECORDED_TARGETS)[number];
    /** Null for many records. */
    readonly id: string | null;
  };
  /** The number of records of a bulk write. */
  readonly count: number | null;
  readonly ip: string | null;
  readonly request_id: string;
}

/** The call that an entry is recorded for. */
export type Origin = Pick<CallContext, 'principal' | 'clientAddress' | 'requestId'>;

/** The action of an entry. */
export interface AuditedAction {
  readonly action: AuditAction;
  readonly target: { readonly type: (typeof AUDIT_TARGETS)[number]; readonly id: string };
  /** Empty for a log-in with an unknown username. */
  readonly workspaceId: string;
  /** Replaces the principal of the call: a log-in has no principal yet. */
  readonly actor?: AuditActor;
}

export function actorOf({ principal: { type, id } }: Origin): AuditActor {
  // This service acts for operators only.
  if (type === 'service') return { type: 'operator', id: null };
  return type === 'anonymous' ? { type, id: null } : { type, id };
}
