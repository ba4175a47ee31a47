import { recordFields } from '@outreach/contracts-common';
import { enumText } from '@outreach/http-kit/fields';
import { z } from 'zod';
import { EXAMPLE_ULID, requirePresent, route } from './route.ts';

const WorkspaceRecord = z
  .object({
    id: recordFields.id,
    name: recordFields.name,
    tier: enumText(['default', 'enterprise']).describe('`default` or `enterprise`.'),
    agency_id: z.string().nullable().describe('Id of the agency; `null` outside an agency.'),
    limits: z
      .record(z.string(), z.int())
      .describe('Requests per 60 seconds by the name of the limit; `credential` is the most of one API key.'),
    settings: z.record(z.string(), z.unknown()).describe('Settings of the workspace.'),
  })
  .meta({ id: 'Workspace' });

const example = {
  id: `ws_${EXAMPLE_ULID}`,
  name: 'Acme',
  tier: 'default',
  agency_id: null,
  limits: { credential: 600, workspace: 5_000, workspace_write: 2_000 },
  settings: {},
};

export const workspaceRoutes = [
  route({
    method: 'get',
    path: '/api/v1/workspace/',
    operationId: 'getWorkspace',
    summary: 'Get the workspace',
    description:
      'Returns the workspace of the credential. It is read-only: the operator of the service changes it.',
    tags: ['workspace'],
    scope: 'any-credential',
    responses: { 200: WorkspaceRecord },
    example: { responses: { 200: example } },
    handle: async ({ ctx }, { auth }) => {
      const { workspace } = await auth.getWorkspace(ctx, {});
      const { id, name, tier, agency_id = null, limits, settings = {} } = requirePresent(workspace);
      const { key_max, requests, writes } = requirePresent(limits);
      const values = { credential: key_max, workspace: requests, workspace_write: writes };
      return { status: 200, body: { id, name, tier, agency_id, limits: values, settings } };
    },
  }),
];
