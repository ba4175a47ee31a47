import { openApiDocument, type OpenApiDocument, type Route } from '@outreach/http-kit';
import type { Backends } from '../clients/backends.ts';
import { apiKeyRoutes } from './api-keys.ts';
import { auditLogRoutes } from './audit-log.ts';
import { authRoutes } from './auth.ts';
import { clientRoutes } from './clients.ts';
import { contactBulkRoutes } from './contact-bulk.ts';
import { contactChangeRoutes } from './contact-changes.ts';
import { contactEnrollmentRoutes } from './contact-enrollments.ts';
import { contactEventRoutes } from './contact-events.ts';
import { contactDeletionRoutes } from './contact-deletion.ts';
import { contactRoutes } from './contacts.ts';
import { contactSearchRoutes } from './contact-search.ts';
import { customFieldRoutes } from './custom-fields.ts';
import { documentRoutes } from './documents.ts';
import { fieldMappingPreviewRoutes } from './field-mapping-preview.ts';
import { fieldMappingRoutes } from './field-mappings.ts';
import { icpProfileRoutes } from './icp-profile.ts';
import { importRoutes } from './imports.ts';
import type { LogInPorts } from './log-in.ts';
import { rateLimitStatusRoutes } from './rate-limit-status.ts';
import type { RouteContext } from './route.ts';
import { sequenceRoutes } from './sequences.ts';
import { suppressionRoutes } from './suppressions.ts';
import { segmentRoutes } from './segments.ts';
import { systemRoutes, type ReadinessPorts } from './system.ts';
import { userRoutes } from './users.ts';
import { webhookRoutes } from './webhooks.ts';
import { workspaceRoutes } from './workspace.ts';

/** The ports of all handlers together; each table names those that it uses. */
export interface GatewayPorts extends Backends, LogInPorts, ReadinessPorts {}
export type GatewayContext = RouteContext<GatewayPorts>;
export type GatewayRoute = Route<GatewayContext>;

const described: readonly GatewayRoute[] = [
  ...authRoutes,
  ...rateLimitStatusRoutes,
  ...apiKeyRoutes,
  ...userRoutes,
  ...workspaceRoutes,
  ...auditLogRoutes,
  ...contactRoutes,
  ...contactDeletionRoutes,
  ...contactChangeRoutes,
  ...contactEventRoutes,
  ...contactEnrollmentRoutes,
  ...sequenceRoutes,
  ...contactBulkRoutes,
  ...importRoutes,
  ...suppressionRoutes,
  ...contactSearchRoutes,
  ...customFieldRoutes,
  ...segmentRoutes,
  ...clientRoutes,
  ...fieldMappingRoutes,
  ...fieldMappingPreviewRoutes,
  ...icpProfileRoutes,
  ...webhookRoutes,
  ...systemRoutes,
];

/** Everything the gateway serves. */
export const ALL_ROUTES: readonly GatewayRoute[] = [...described, ...documentRoutes(gatewayDocument)];

/** The OpenAPI document of the gateway. */
export function gatewayDocument(): OpenApiDocument {
  return openApiDocument(described, {
    title: 'Outreach API',
    version: '1',
    description:
      'Contacts, campaigns and webhooks of a cold-email outreach platform. Every request sees the workspace of its credential alone.',
    tags: [
      { name: 'auth', description: 'Log-in, tokens and limits' },
      { name: 'api-keys', description: 'Credentials of programs' },
      { name: 'users', description: 'The people who log in to a workspace' },
      { name: 'workspace', description: 'What the credential belongs to' },
      { name: 'contacts', description: 'The people of a workspace' },
      { name: 'imports', description: 'Contacts from CSV files' },
      { name: 'suppressions', description: 'Addresses and domains that nothing is sent to' },
      { name: 'custom-fields', description: 'Members that a workspace adds to its contacts' },
      { name: 'segments', description: 'Named sets of contacts' },
      { name: 'field-mappings', description: 'How files are imported' },
      { name: 'icp-profile', description: 'The ideal customer, by whom contacts are scored' },
      { name: 'clients', description: 'Whom an agency makes campaigns for' },
      { name: 'sequences', description: 'What contacts are sent, one step after the other' },
      { name: 'webhooks', description: 'Endpoints that receive events, and what was delivered to them' },
      { name: 'system', description: 'Keys and health' },
    ],
  });
}
