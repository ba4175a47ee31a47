import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from './root-route.tsx';
import { oneOfParam, optional, textParam } from './search-params.ts';

const webhooks = createRoute({
  getParentRoute: () => root,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('../pages/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
});

const webhook = createRoute({
  getParentRoute: () => root,
  path: '/webhooks/$webhookId',
  validateSearch: (raw: Record<string, unknown>) =>
    optional({
      status: oneOfParam(raw, 'status', ['success', 'failed', 'pending']),
      delivery: textParam(raw, 'delivery'),
    }),
  component: lazyRouteComponent(() => import('../pages/webhook/webhook-page.tsx'), 'WebhookPage'),
});

const newWebhook = createRoute({
  getParentRoute: () => root,
  path: '/webhooks/new',
  component: lazyRouteComponent(() => import('../pages/webhook-form/webhook-new-page.tsx'), 'WebhookNewPage'),
});

const editedWebhook = createRoute({
  getParentRoute: () => root,
  path: '/webhooks/$webhookId/edit',
  component: lazyRouteComponent(
    () => import('../pages/webhook-form/webhook-edit-page.tsx'),
    'WebhookEditPage',
  ),
});

export const webhookRoutes = [webhooks, newWebhook, webhook, editedWebhook] as const;
