import type { AuditAction } from '@outreach/contracts-auth';
import type { CallContext, PageOf, PageRequest } from '@outreach/service-kit';
import type { AuditActor, AuditEntry } from './model.ts';
import type { Deps } from './ports.ts';

export type AuditDeps = Pick<Deps, 'audit' | 'newId' | 'clock'>;

/** Where a deed came from. */
export type Origin = Pick<CallContext, 'principal' | 'clientAddress' | 'requestId'>;

export interface Deed {
  readonly action: AuditAction;
  readonly target: { readonly type: 'user' | 'api_key' | 'workspace'; readonly id: string };
  /** Empty for a log-in with a name that nobody has. */
  readonly workspaceId: string;
  /** Set where the deed itself told who is there: a log-in. */
  readonly actor?: AuditActor;
}

/** Notes a deed; part of the unit of work of the deed itself. */
export async function noteDeed(deps: AuditDeps, origin: Origin, deed: Deed): Promise<void> {
  await deps.audit.append({
    id: deps.newId('aud'),
    workspace_id: deed.workspaceId,
    at: new Date(deps.clock.now()),
    actor: deed.actor ?? actorOf(origin),
    action: deed.action,
    target: deed.target,
    ip: origin.clientAddress === '' ? null : origin.clientAddress,
    request_id: origin.requestId,
  });
}

/** The entries of the caller's workspace, newest first. */
export async function listAuditEntries(
  deps: Pick<Deps, 'audit'>,
  query: PageRequest,
): Promise<PageOf<AuditEntry>> {
  return deps.audit.list(query);
}

/** A service acts here on behalf of the operator alone. */
function actorOf({ principal: { type, id } }: Origin): AuditActor {
  if (type === 'service') return { type: 'operator', id: null };
  return type === 'anonymous' ? { type, id: null } : { type, id };
}
