import { SCOPES } from '@outreach/contracts-auth';
import type { CallContext, NewId } from '@outreach/service-kit';
import { systemContext } from '@outreach/service-kit/system-context';

/** The call of an operator command; audit entries name the operator as the actor. */
export function operatorCall(newId: NewId, workspaceId = ''): CallContext {
  return systemContext({ workspaceId, requestId: newId('req'), service: 'operator', scopes: SCOPES });
}
