import { SCOPES } from '@outreach/contracts-auth';
import { systemContext, type CallContext, type NewId } from '@outreach/service-kit';

/** The call of an operator command; audit entries name the operator as the actor. */
export function operatorCall(newId: NewId, workspaceId = ''): CallContext {
  return systemContext({ workspaceId, requestId: newId('req'), service: 'operator', scopes: SCOPES });
}
