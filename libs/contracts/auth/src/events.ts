import { defineEvent } from '@outreach/event-schema';
import { z } from 'zod';

/** Tells gateways which cached credential to drop; never delivered to customers. */
const Changed = z.object({ id: z.string() });

const id = {
  user: 'usr_01J9Z3K8Q4N5R6S7T8V9W0X1Y4',
  key: 'key_01J9Z3K8Q4N5R6S7T8V9W0X1Y5',
  workspace: 'ws_01J9Z3K8Q4N5R6S7T8V9W0X1Y6',
};

export const userChanged = defineEvent({
  type: 'user.changed',
  category: 'auth',
  description: 'The standing of a user changed: role, scopes, password or activity.',
  data: Changed,
  example: { id: id.user },
});

export const apiKeyChanged = defineEvent({
  type: 'api_key.changed',
  category: 'auth',
  description: 'An API key was revoked or rotated, or its scopes or limits changed.',
  data: Changed,
  example: { id: id.key },
});

export const workspaceChanged = defineEvent({
  type: 'workspace.changed',
  category: 'auth',
  description: 'The tier or the limits of a workspace changed.',
  data: Changed,
  example: { id: id.workspace },
});

/** Everything the auth service tells; all of it stays inside. */
export const authEvents = [userChanged, apiKeyChanged, workspaceChanged] as const;
