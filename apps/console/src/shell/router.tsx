import {
  createRoute,
  createRouter,
  lazyRouteComponent,
  type ErrorComponentProps,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Failure } from '../parts/failure.tsx';
import { INTENTS } from '../parts/intents.ts';
import { accountRoutes } from './account-routes.ts';
import { contactRoutes } from './contact-routes.ts';
import { root } from './root-route.tsx';
import { flagParam, numberParam, oneOfParam, optional, textParam } from './search-params.ts';
import { settingsRoutes } from './settings-routes.ts';
import { webhookRoutes } from './webhook-routes.ts';

const overview = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: (raw: Record<string, unknown>) => optional({ client: textParam(raw, 'client') }),
  component: lazyRouteComponent(() => import('../pages/overview/overview-page.tsx'), 'OverviewPage'),
});

const campaigns = createRoute({
  getParentRoute: () => root,
  path: '/campaigns',
  validateSearch: (raw: Record<string, unknown>) =>
    optional({
      status: oneOfParam(raw, 'status', ['draft', 'active', 'paused', 'completed', 'archived']),
      client: textParam(raw, 'client'),
      search: textParam(raw, 'search'),
    }),
  component: lazyRouteComponent(() => import('../pages/campaigns/campaigns-page.tsx'), 'CampaignsPage'),
});

const campaign = createRoute({
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
});

const campaignWizard = createRoute({
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
});

const inbox = createRoute({
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
});

const sequences = createRoute({
  getParentRoute: () => root,
  path: '/sequences',
  validateSearch: (raw: Record<string, unknown>) => optional({ search: textParam(raw, 'search') }),
  component: lazyRouteComponent(() => import('../pages/sequences/sequences-page.tsx'), 'SequencesPage'),
});

const sequence = createRoute({
  getParentRoute: () => root,
  path: '/sequences/$sequenceId',
  validateSearch: (raw: Record<string, unknown>) =>
    optional({
      step: numberParam(raw, 'step'),
      variant: oneOfParam(raw, 'variant', ['A', 'B', 'C', 'D', 'E', 'F']),
      contact: textParam(raw, 'contact'),
    }),
  component: lazyRouteComponent(() => import('../pages/sequence/sequence-page.tsx'), 'SequencePage'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    overview,
    campaigns,
    campaign,
    campaignWizard,
    inbox,
    ...accountRoutes,
    ...contactRoutes,
    ...settingsRoutes,
    ...webhookRoutes,
    sequences,
    sequence,
  ]),
  basepath: '/console',
  // The page of another object begins again: what was asked, shown or loaded belongs to one object.
  defaultRemountDeps: ({ params }) => params,
  defaultErrorComponent: PageFailure,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

function PageFailure({ error, reset }: ErrorComponentProps): ReactNode {
  const shown = error instanceof Error ? error : new Error(String(error));
  return <Failure error={shown} retry={reset} />;
}
