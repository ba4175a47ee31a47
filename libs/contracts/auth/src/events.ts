import { defineEvent } from '@outreach/event-schema';
import { z } from 'zod';

/** The id of the changed record: gateways drop its cached credential. These events are internal. */
const Changed = z.object({ id: z.string() });

const id = {
  user: 'usr_01J9Z3K8Q4N5R6S7T8V9W0X1Y4',
  key: 'key_01J9Z3K8Q4N5R6S7T8V9W0X1Y5',
  workspace: 'ws_01J9Z3K8Q4N5R6S7T8V9W0X1Y6',
  signingKey: 'sig_01J9Z3K8Q4N5R6S7T8V9W0X1Y7',
};

export const userChanged = defineEvent({
  type: 'user.changed',
  category: 'auth',
  description: 'The credential status of a user changed: role, scopes, password or activity.',
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

export const signingKeyChanged = defineEvent({
  type: 'signing_key.changed',
  category: 'auth',
  description: 'A key that signs access tokens was rotated or revoked.',
  data: Changed,
  example: { id: id.signingKey },
});

/** Every event of the auth service; all are internal. */
export const authEvents = [userChanged, apiKeyChanged, workspaceChanged, signingKeyChanged] as const;
