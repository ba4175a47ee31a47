import { readFileSync } from 'node:fs';
import { SCOPES } from '@outreach/contracts-auth';
import { GATE_REASONS } from '@outreach/contracts-campaigns/campaign';
import type { Route } from '@outreach/http-kit';
import { openApiDocument, type OpenApiDocument } from '@outreach/http-kit/openapi';
import type { Backends } from '../clients/backends.ts';
import { FAILURE_LIMITS, LIMIT_NAMES } from '../rate-limits/limits.ts';
import { analyticsRoutes } from './analytics.ts';
import { apiKeyRoutes } from './api-keys.ts';
import { auditLogRoutes } from './audit-log.ts';
import { authRoutes } from './auth.ts';
import { campaignRoutes } from './campaigns.ts';
import { campaignPlanningRoutes } from './campaign-planning.ts';
import { clientRoutes } from './clients.ts';
import { consoleSessionRoutes, type ConsoleSessionPorts } from './console-session.ts';
import { contactBulkRoutes } from './contact-bulk.ts';
import { contactChangeRoutes } from './contact-changes.ts';
import { contactTimelineRoutes } from './contact-timeline.ts';
import { contactSearchRoutes } from './contact-search.ts';
import { contactDeletionRoutes } from './contact-deletion.ts';
import { contactRoutes } from './contacts.ts';
import { customFieldRoutes } from './custom-fields.ts';
import { documentRoutes } from './documents.ts';
import { enrollmentRoutes } from './enrollments.ts';
import { EVENT_DOCS } from './event-docs.ts';
import { eventRoutes } from './events.ts';
import { exportRoutes } from './exports.ts';
import { fieldMappingRoutes } from './field-mappings.ts';
import { icpProfileRoutes } from './icp-profile.ts';
import { importRoutes } from './imports.ts';
import { inboxRoutes } from './inbox.ts';
import { invitationRoutes } from './invitations.ts';
import { letterRoutes } from './letters.ts';
import type { LogInPorts } from './log-in.ts';
import { notificationSettingsRoutes } from './notification-settings.ts';
import { oauthRoutes, type OAuthPorts } from './oauth.ts';
import { oidcRoutes } from './oidc.ts';
import { personalDataRoutes } from './personal-data.ts';
import { platformRoutes } from './platforms.ts';
import { rateLimitStatusRoutes } from './rate-limit-status.ts';
import { reportPageRoutes, reportRoutes } from './reports.ts';
import { retentionRoutes } from './retention.ts';
import type { RouteContext } from './route.ts';
import { secondFactorRoutes } from './second-factor.ts';
import { sendExportRoutes } from './send-export.ts';
import { sendingAccountRoutes } from './sending-accounts.ts';
import { sequenceEmailRoutes } from './sequence-emails.ts';
import { sequenceRoutes } from './sequences.ts';
import { SHARED_SCHEMAS } from './shared-schemas.ts';
import { suppressionRoutes } from './suppressions.ts';
import { segmentRoutes } from './segments.ts';
import { systemRoutes, type ReadinessPorts } from './system.ts';
import type { UploadPorts } from './upload.ts';
import { trackingDomainRoutes } from './tracking-domains.ts';
import { userRoutes } from './users.ts';
import { verificationRoutes } from './verifications.ts';
import { webhookDeliveryRoutes } from './webhook-deliveries.ts';
import { webhookReplayRoutes } from './webhook-replays.ts';
import { webhookRoutes } from './webhooks.ts';
import { workspaceAnalyticsRoutes } from './workspace-analytics.ts';
import { workspaceRoutes } from './workspace.ts';

/** The ports of all handlers together; each table names the ports that it uses. */
export interface GatewayPorts
  extends Backends, ConsoleSessionPorts, LogInPorts, OAuthPorts, ReadinessPorts, UploadPorts {}
export type GatewayContext = RouteContext<GatewayPorts>;
export type GatewayRoute = Route<GatewayContext>;

const described: readonly GatewayRoute[] = [
  ...authRoutes,
  ...letterRoutes,
  ...oidcRoutes,
  ...rateLimitStatusRoutes,
  ...apiKeyRoutes,
  ...userRoutes,
  ...secondFactorRoutes,
  ...invitationRoutes,
  ...workspaceRoutes,
  ...auditLogRoutes,
  ...notificationSettingsRoutes,
  ...contactRoutes,
  ...contactDeletionRoutes,
  ...personalDataRoutes,
  ...contactChangeRoutes,
  ...contactTimelineRoutes,
  ...sequenceRoutes,
  ...sendingAccountRoutes,
  ...trackingDomainRoutes,
  ...oauthRoutes,
  ...sequenceEmailRoutes,
  ...campaignRoutes,
  ...campaignPlanningRoutes,
  ...analyticsRoutes,
  ...inboxRoutes,
  ...workspaceAnalyticsRoutes,
  ...sendExportRoutes,
  ...exportRoutes,
  ...reportRoutes,
  ...retentionRoutes,
  ...enrollmentRoutes,
  ...contactBulkRoutes,
  ...importRoutes,
  ...verificationRoutes,
  ...suppressionRoutes,
  ...contactSearchRoutes,
  ...customFieldRoutes,
  ...segmentRoutes,
  ...clientRoutes,
  ...fieldMappingRoutes,
  ...icpProfileRoutes,
  ...webhookRoutes,
  ...webhookDeliveryRoutes,
  ...webhookReplayRoutes,
  ...eventRoutes,
  ...platformRoutes,
  ...systemRoutes,
];

/** Everything the gateway serves. */
export const ALL_ROUTES: readonly GatewayRoute[] = [
  ...described,
  ...consoleSessionRoutes,
  ...reportPageRoutes,
  ...documentRoutes(gatewayDocument),
];

/** The OpenAPI document of the gateway. */
export function gatewayDocument(): OpenApiDocument {
  return openApiDocument(described, {
    title: 'Outreach API',
    version: '1',
    events: EVENT_DOCS,
    limitNames: [...LIMIT_NAMES, ...Object.keys(FAILURE_LIMITS)],
    blockingReasons: GATE_REASONS,
    scopes: SCOPES,
    sharedSchemas: SHARED_SCHEMAS,
    description: ['guide.md', 'guide-resources.md'].map(readPage).join('\n'),
    tags: [
      { name: 'auth', description: 'Log-in, tokens and rate limits' },
      { name: 'api-keys', description: 'Credentials for programs' },
      { name: 'users', description: 'People who log in to a workspace' },
      { name: 'workspace', description: 'The workspace of a credential' },
      { name: 'contacts', description: 'People of a workspace, their tags, timeline and enrollments' },
      { name: 'imports', description: 'Contacts from CSV files' },
      { name: 'suppressions', description: 'Addresses and domains that receive no email' },
      { name: 'custom-fields', description: 'Additional fields of contacts' },
      { name: 'segments', description: 'Named sets of contacts' },
      { name: 'field-mappings', description: 'Mappings of CSV columns to contact fields' },
      { name: 'icp-profile', description: 'The ideal customer profile that scores contacts' },
      { name: 'clients', description: 'Clients of an agency' },
      { name: 'sequences', description: 'Series of emails to contacts' },
      { name: 'campaigns', description: 'Sequences that are sent to the contacts of a filter' },
      { name: 'analytics', description: 'Emails of campaigns, their numbers and their audit' },
      { name: 'enrollments', description: 'Contacts in campaigns' },
      { name: 'inbox', description: 'Conversations with contacts' },
      { name: 'sending-accounts', description: 'Mailboxes that send emails' },
      { name: 'tracking-domains', description: 'Domains of the links in emails' },
      { name: 'webhooks', description: 'Endpoints that receive events, and their delivery logs' },
      { name: 'events', description: 'The requests that endpoints receive, by event type' },
      { name: 'platforms', description: 'Adapters of other sending platforms' },
      { name: 'system', description: 'Public keys and health checks' },
    ],
  });
}

function readPage(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8');
}
