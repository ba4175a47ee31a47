import { AUDIT_TARGETS, type AUDIT_ACTORS, type AuditAction } from '@outreach/contracts-auth';
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

/** The record that an action is about. */
export interface AuditedRecord {
  readonly id: string;
  /** Empty for a log-in with an unknown username. */
  readonly workspace_id: string;
  /** Replaces the principal of the call: a log-in has no principal yet. */
  readonly actor?: AuditActor;
}

export function actorOf({ principal: { type, id } }: Origin): AuditActor {
  // This service acts for operators only.
  if (type === 'service') return { type: 'operator', id: null };
  return type === 'anonymous' ? { type, id: null } : { type, id };
}

/** The kind of the record is the first part of the name of the action; a log-in is about its user. */
export function targetTypeOf(action: AuditAction): (typeof AUDIT_TARGETS)[number] {
  return AUDIT_TARGETS.find((type) => action.startsWith(`${type}.`)) ?? 'user';
}
