import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { allowedTabs } from '../pages/settings/settings-tabs.ts';
import { session } from '../session/session.ts';
import { root } from './root-route.tsx';
import { optional, textParam } from './search-params.ts';

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  beforeLoad: () => {
    const current = session.current();
    const [first] = allowedTabs(current.status === 'in' ? current.token.scopes : new Set(), false);
    if (first !== undefined) redirect({ to: first.to, replace: true, throw: true });
  },
});

const keys = createRoute({
  getParentRoute: () => root,
  path: '/settings/keys',
  component: lazyRouteComponent(() => import('../pages/settings/keys-page.tsx'), 'KeysPage'),
});

const users = createRoute({
  getParentRoute: () => root,
  path: '/settings/users',
  component: lazyRouteComponent(() => import('../pages/settings/users-page.tsx'), 'UsersPage'),
});

const invitations = createRoute({
  getParentRoute: () => root,
  path: '/settings/invitations',
  component: lazyRouteComponent(() => import('../pages/settings/invitations-page.tsx'), 'InvitationsPage'),
});

const reports = createRoute({
  getParentRoute: () => root,
  path: '/settings/reports',
  component: lazyRouteComponent(() => import('../pages/settings/reports-page.tsx'), 'ReportsPage'),
});

const clients = createRoute({
  getParentRoute: () => root,
  path: '/settings/clients',
  component: lazyRouteComponent(() => import('../pages/settings/clients-page.tsx'), 'ClientsPage'),
});

const scoring = createRoute({
  getParentRoute: () => root,
  path: '/settings/scoring',
  component: lazyRouteComponent(() => import('../pages/settings/scoring-page.tsx'), 'ScoringPage'),
});

const suppressions = createRoute({
  getParentRoute: () => root,
  path: '/settings/suppressions',
  validateSearch: (raw: Record<string, unknown>) => optional({ email: textParam(raw, 'email') }),
  component: lazyRouteComponent(() => import('../pages/settings/suppressions-page.tsx'), 'SuppressionsPage'),
});

const trackingDomains = createRoute({
  getParentRoute: () => root,
  path: '/settings/tracking-domains',
  component: lazyRouteComponent(
    () => import('../pages/settings/tracking-domains-page.tsx'),
    'TrackingDomainsPage',
  ),
});

const retention = createRoute({
  getParentRoute: () => root,
  path: '/settings/retention',
  component: lazyRouteComponent(() => import('../pages/settings/retention-page.tsx'), 'RetentionPage'),
});

const notifications = createRoute({
  getParentRoute: () => root,
  path: '/settings/notifications',
  component: lazyRouteComponent(
    () => import('../pages/settings/notifications-page.tsx'),
    'NotificationsPage',
  ),
});

const auditLog = createRoute({
  getParentRoute: () => root,
  path: '/settings/audit-log',
  component: lazyRouteComponent(() => import('../pages/settings/audit-log-page.tsx'), 'AuditLogPage'),
});

const secondFactor = createRoute({
  getParentRoute: () => root,
  path: '/settings/second-factor',
  component: lazyRouteComponent(() => import('../pages/settings/second-factor-page.tsx'), 'SecondFactorPage'),
});

/** `/settings` leads to the first tab that the user may see. */
export const settingsRoutes = [
  settings,
  keys,
  users,
  invitations,
  clients,
  scoring,
  suppressions,
  trackingDomains,
  reports,
  retention,
  notifications,
  auditLog,
  secondFactor,
] as const;
