import {
  createRoute,
  createRouter,
  lazyRouteComponent,
  type ErrorComponentProps,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Failure } from '../parts/failure.tsx';
import { accountRoutes } from './account-routes.ts';
import { root } from './root-route.tsx';
import { flagParam, oneOfParam, optional, textParam } from './search-params.ts';
import { settingsRoutes } from './settings-routes.ts';
import { webhookRoutes } from './webhook-routes.ts';

const overview = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('../pages/overview/overview-page.tsx'), 'OverviewPage'),
});

const campaigns = createRoute({
  getParentRoute: () => root,
  path: '/campaigns',
  validateSearch: (raw: Record<string, unknown>) =>
    optional({
      status: oneOfParam(raw, 'status', ['draft', 'active', 'paused', 'completed', 'archived']),
      search: textParam(raw, 'search'),
    }),
  component: lazyRouteComponent(() => import('../pages/campaigns/campaigns-page.tsx'), 'CampaignsPage'),
});

const campaign = createRoute({
  getParentRoute: () => root,
  path: '/campaigns/$campaignId',
  validateSearch: (raw: Record<string, unknown>) =>
    optional({
      tab: oneOfParam(raw, 'tab', ['emails', 'settings']),
      metric: oneOfParam(raw, 'metric', ['delivered', 'opened', 'clicked', 'replied', 'bounced']),
      by: oneOfParam(raw, 'by', ['hour']),
    }),
  component: lazyRouteComponent(() => import('../pages/campaign/campaign-page.tsx'), 'CampaignPage'),
});

const contacts = createRoute({
  getParentRoute: () => root,
  path: '/contacts',
  validateSearch: (raw: Record<string, unknown>) =>
    optional({
      search: textParam(raw, 'search'),
      grade: oneOfParam(raw, 'grade', ['A', 'B', 'C', 'D', 'F']),
      sort: oneOfParam(raw, 'sort', ['created_asc', 'updated_desc', 'lead_score_desc']),
    }),
  component: lazyRouteComponent(() => import('../pages/contacts/contacts-page.tsx'), 'ContactsPage'),
});

const contact = createRoute({
  getParentRoute: () => root,
  path: '/contacts/$contactId',
  component: lazyRouteComponent(() => import('../pages/contact/contact-page.tsx'), 'ContactPage'),
});

const inbox = createRoute({
  getParentRoute: () => root,
  path: '/inbox',
  validateSearch: (raw: Record<string, unknown>) =>
    optional({
      status: oneOfParam(raw, 'status', ['closed', 'all']),
      unread: flagParam(raw, 'unread'),
      search: textParam(raw, 'search'),
      thread: textParam(raw, 'thread'),
    }),
  component: lazyRouteComponent(() => import('../pages/inbox/inbox-page.tsx'), 'InboxPage'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    overview,
    campaigns,
    campaign,
    contacts,
    contact,
    inbox,
    ...accountRoutes,
    ...settingsRoutes,
    ...webhookRoutes,
  ]),
  basepath: '/console',
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
