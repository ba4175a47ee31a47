import type { RECORDED_TARGETS, RecordedAction } from '@outreach/contracts-common/audit';
import type { RequestOf, ResponseOf } from '@outreach/service-kit/rpc';

/** What a successful call of a method adds to the audit log. */
export interface AuditRule<Req, Res> {
  readonly action: RecordedAction;
  readonly target: (typeof RECORDED_TARGETS)[number];
  /**
   * The id of the changed record; null for many, undefined if the call has changed nothing. `request` is absent for an
   * upload and for a command with an external effect.
   */
  readonly id: (reply: Res, request: Req | undefined) => string | null | undefined;
  /** The number of records of a bulk write. */
  readonly count?: (reply: Res) => number;
}

/** The rule of each method that the audit log records, or the reason why it records none. Reads have no row. */
export type AuditTable<Definition> = {
  readonly [Name in keyof Definition]?:
    AuditRule<RequestOf<Definition[Name]>, ResponseOf<Definition[Name]>> | { readonly none: string };
};

/** A rule for a method whose request names the record by `id`. */
export function onRequested(
  action: RecordedAction,
  target: (typeof RECORDED_TARGETS)[number],
): AuditRule<{ readonly id: string }, unknown> {
  return { action, target, id: (_reply, request) => request?.id };
}
