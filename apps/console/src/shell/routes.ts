import { createRoute, lazyRouteComponent, redirect, type RouteComponent } from '@tanstack/react-router';
import { INTENTS } from '../parts/intents.ts';
import { allowedTabs } from '../pages/settings/settings-tabs.ts';
import { session } from '../session/session.ts';
import { root } from './frame.tsx';
import { flagParam, numberParam, oneOfParam, optional, textParam } from './search-params.ts';

const page = <const Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => root, path, component });

/** The pages by their addresses. The script of a page is loaded when the page is opened. */
export const routes = [
  createRoute({
    getParentRoute: () => root,
    path: '/',
    validateSearch: (raw: Record<string, unknown>) => optional({ client: textParam(raw, 'client') }),
    component: lazyRouteComponent(() => import('../pages/overview/overview-page.tsx'), 'OverviewPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/campaigns',
    validateSearch: (raw: Record<string, unknown>) =>
      optional({
        status: oneOfParam(raw, 'status', ['draft', 'active', 'paused', 'completed', 'archived']),
        client: textParam(raw, 'client'),
        search: textParam(raw, 'search'),
      }),
    component: lazyRouteComponent(() => import('../pages/campaigns/campaigns-page.tsx'), 'CampaignsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/campaigns/$campaignId',
    validateSearch: (raw: Record<string, unknown>) =>
      optional({
        tab: oneOfParam(raw, 'tab', ['people', 'emails', 'forecast', 'bounces', 'audit', 'settings']),
        metric: oneOfParam(raw, 'metric', ['delivered', 'opened', 'clicked', 'replied', 'bounced']),
        by: oneOfParam(raw, 'by', ['hour']),
        status: oneOfParam(raw, 'status', ['active', 'pending', 'paused', 'completed', 'stopped']),
      }),
    component: lazyRouteComponent(() => import('../pages/campaign/campaign-page.tsx'), 'CampaignPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/campaigns/new',
    validateSearch: (raw: Record<string, unknown>) =>
      optional({
        campaign: textParam(raw, 'campaign'),
        step: oneOfParam(raw, 'step', ['sequence', 'accounts', 'schedule', 'review']),
      }),
    component: lazyRouteComponent(
      () => import('../pages/campaign-wizard/campaign-wizard-page.tsx'),
      'CampaignWizardPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/inbox',
    validateSearch: (raw: Record<string, unknown>) =>
      optional({
        status: oneOfParam(raw, 'status', ['closed', 'all']),
        unread: flagParam(raw, 'unread'),
        intent: oneOfParam(raw, 'intent', INTENTS),
        account: textParam(raw, 'account'),
        campaign: textParam(raw, 'campaign'),
        search: textParam(raw, 'search'),
        thread: textParam(raw, 'thread'),
        filters: flagParam(raw, 'filters'),
      }),
    component: lazyRouteComponent(() => import('../pages/inbox/inbox-page.tsx'), 'InboxPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/accounts',
    validateSearch: (raw: Record<string, unknown>) => optional({ search: textParam(raw, 'search') }),
    component: lazyRouteComponent(() => import('../pages/accounts/accounts-page.tsx'), 'AccountsPage'),
  }),
  page(
    '/accounts/new',
    lazyRouteComponent(() => import('../pages/account-form/account-new-page.tsx'), 'AccountNewPage'),
  ),
  /** Providers send the browser here after a consent. */
  createRoute({
    getParentRoute: () => root,
    path: '/accounts/connected',
    validateSearch: (raw: Record<string, unknown>) =>
      optional({ account_id: textParam(raw, 'account_id'), error: textParam(raw, 'error') }),
    component: lazyRouteComponent(
      () => import('../pages/account-form/account-connected-page.tsx'),
      'AccountConnectedPage',
    ),
  }),
  page(
    '/accounts/$accountId',
    lazyRouteComponent(() => import('../pages/account/account-page.tsx'), 'AccountPage'),
  ),
  page(
    '/accounts/$accountId/edit',
    lazyRouteComponent(() => import('../pages/account-form/account-edit-page.tsx'), 'AccountEditPage'),
  ),
  createRoute({
    getParentRoute: () => root,
    path: '/contacts',
    validateSearch: (raw: Record<string, unknown>) =>
      optional({
        search: textParam(raw, 'search'),
        grade: oneOfParam(raw, 'grade', ['A', 'B', 'C', 'D', 'F']),
        segment: textParam(raw, 'segment'),
        sort: oneOfParam(raw, 'sort', ['created_asc', 'updated_desc', 'lead_score_desc']),
      }),
    component: lazyRouteComponent(() => import('../pages/contacts/contacts-page.tsx'), 'ContactsPage'),
  }),
  page(
    '/contacts/$contactId',
    lazyRouteComponent(() => import('../pages/contact/contact-page.tsx'), 'ContactPage'),
  ),
  page(
    '/contacts/import',
    lazyRouteComponent(() => import('../pages/import/import-page.tsx'), 'ImportPage'),
  ),
  page(
    '/contacts/imports/$importId',
    lazyRouteComponent(() => import('../pages/import-job/import-job-page.tsx'), 'ImportJobPage'),
  ),
  createRoute({
    getParentRoute: () => root,
    path: '/contacts/segments',
    validateSearch: (raw: Record<string, unknown>) => optional({ search: textParam(raw, 'search') }),
    component: lazyRouteComponent(() => import('../pages/segments/segments-page.tsx'), 'SegmentsPage'),
  }),
  page(
    '/contacts/segments/new',
    lazyRouteComponent(() => import('../pages/segment/segment-page.tsx'), 'SegmentNewPage'),
  ),
  page(
    '/contacts/segments/$segmentId',
    lazyRouteComponent(() => import('../pages/segment/segment-page.tsx'), 'SegmentPage'),
  ),
  /** Leads to the first tab that the user may see. */
  createRoute({
    getParentRoute: () => root,
    path: '/settings',
    beforeLoad: () => {
      const current = session.current();
      const [first] = allowedTabs(current.status === 'in' ? current.token.scopes : new Set(), false);
      if (first !== undefined) redirect({ to: first.to, replace: true, throw: true });
    },
  }),
  page(
    '/settings/keys',
    lazyRouteComponent(() => import('../pages/settings/keys-page.tsx'), 'KeysPage'),
  ),
  page(
    '/settings/users',
    lazyRouteComponent(() => import('../pages/settings/users-page.tsx'), 'UsersPage'),
  ),
  page(
    '/settings/invitations',
    lazyRouteComponent(() => import('../pages/settings/invitations-page.tsx'), 'InvitationsPage'),
  ),
  page(
    '/settings/clients',
    lazyRouteComponent(() => import('../pages/settings/clients-page.tsx'), 'ClientsPage'),
  ),
  page(
    '/settings/scoring',
    lazyRouteComponent(() => import('../pages/settings/scoring-page.tsx'), 'ScoringPage'),
  ),
  createRoute({
    getParentRoute: () => root,
    path: '/settings/suppressions',
    validateSearch: (raw: Record<string, unknown>) => optional({ email: textParam(raw, 'email') }),
    component: lazyRouteComponent(
      () => import('../pages/settings/suppressions-page.tsx'),
      'SuppressionsPage',
    ),
  }),
  page(
    '/settings/tracking-domains',
    lazyRouteComponent(() => import('../pages/settings/tracking-domains-page.tsx'), 'TrackingDomainsPage'),
  ),
  page(
    '/settings/reports',
    lazyRouteComponent(() => import('../pages/settings/reports-page.tsx'), 'ReportsPage'),
  ),
  page(
    '/settings/retention',
    lazyRouteComponent(() => import('../pages/settings/retention-page.tsx'), 'RetentionPage'),
  ),
  page(
    '/settings/notifications',
    lazyRouteComponent(() => import('../pages/settings/notifications-page.tsx'), 'NotificationsPage'),
  ),
  page(
    '/settings/audit-log',
    lazyRouteComponent(() => import('../pages/settings/audit-log-page.tsx'), 'AuditLogPage'),
  ),
  page(
    '/settings/second-factor',
    lazyRouteComponent(() => import('../pages/settings/second-factor-page.tsx'), 'SecondFactorPage'),
  ),
  page(
    '/webhooks',
    lazyRouteComponent(() => import('../pages/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  ),
  page(
    '/webhooks/new',
    lazyRouteComponent(() => import('../pages/webhook-form/webhook-form.tsx'), 'WebhookNewPage'),
  ),
  createRoute({
    getParentRoute: () => root,
    path: '/webhooks/$webhookId',
    validateSearch: (raw: Record<string, unknown>) =>
      optional({
        status: oneOfParam(raw, 'status', ['success', 'failed', 'pending']),
        delivery: textParam(raw, 'delivery'),
      }),
    component: lazyRouteComponent(() => import('../pages/webhook/webhook-page.tsx'), 'WebhookPage'),
  }),
  page(
    '/webhooks/$webhookId/edit',
    lazyRouteComponent(() => import('../pages/webhook-form/webhook-form.tsx'), 'WebhookEditPage'),
  ),
  createRoute({
    getParentRoute: () => root,
    path: '/sequences',
    validateSearch: (raw: Record<string, unknown>) => optional({ search: textParam(raw, 'search') }),
    component: lazyRouteComponent(() => import('../pages/sequences/sequences-page.tsx'), 'SequencesPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/sequences/$sequenceId',
    validateSearch: (raw: Record<string, unknown>) =>
      optional({
        step: numberParam(raw, 'step'),
        variant: oneOfParam(raw, 'variant', ['A', 'B', 'C', 'D', 'E', 'F']),
        contact: textParam(raw, 'contact'),
      }),
    component: lazyRouteComponent(() => import('../pages/sequence/sequence-page.tsx'), 'SequencePage'),
  }),
] as const;
