import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from './root-route.tsx';
import { optional, textParam } from './search-params.ts';

const accounts = createRoute({
  getParentRoute: () => root,
  path: '/accounts',
  validateSearch: (raw: Record<string, unknown>) => optional({ search: textParam(raw, 'search') }),
  component: lazyRouteComponent(() => import('../pages/accounts/accounts-page.tsx'), 'AccountsPage'),
});

const newAccount = createRoute({
  getParentRoute: () => root,
  path: '/accounts/new',
  component: lazyRouteComponent(() => import('../pages/account-form/account-new-page.tsx'), 'AccountNewPage'),
});

/** Providers send the browser here after a consent. */
const connectedAccount = createRoute({
  getParentRoute: () => root,
  path: '/accounts/connected',
  validateSearch: (raw: Record<string, unknown>) =>
    optional({ account_id: textParam(raw, 'account_id'), error: textParam(raw, 'error') }),
  component: lazyRouteComponent(
    () => import('../pages/account-form/account-connected-page.tsx'),
    'AccountConnectedPage',
  ),
});

const account = createRoute({
  getParentRoute: () => root,
  path: '/accounts/$accountId',
  component: lazyRouteComponent(() => import('../pages/account/account-page.tsx'), 'AccountPage'),
});

const editedAccount = createRoute({
  getParentRoute: () => root,
  path: '/accounts/$accountId/edit',
  component: lazyRouteComponent(
    () => import('../pages/account-form/account-edit-page.tsx'),
    'AccountEditPage',
  ),
});

export const accountRoutes = [accounts, newAccount, connectedAccount, account, editedAccount] as const;
