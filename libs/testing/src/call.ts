import { newId, type CallContext } from '@outreach/service-kit';
import { systemContext } from '@outreach/service-kit/system-context';

const DEADLINE_MS = 10_000;

/** A call of an API key with the given scopes, as a service receives it. */
export function testCall(workspaceId: string, overrides: Partial<CallContext> = {}): CallContext {
  return {
    ...systemContext({ workspaceId, requestId: newId('req') }),
    principal: { type: 'api_key', id: newId('key'), role: '' },
    scopes: new Set(['contacts:read', 'contacts:write', 'webhooks:read', 'webhooks:write', 'admin:keys']),
    deadlineAtMs: Date.now() + DEADLINE_MS,
    ...overrides,
  };
}
