import type { Feature } from '@outreach/app-kit';
import type { WebhooksServiceService } from '@outreach/contracts-webhooks';
import type { RpcTable } from '@outreach/service-kit/rpc';

/** Methods of WebhooksService. The service starts only if each method has exactly one feature. */
export type WebhooksMethods = Partial<RpcTable<typeof WebhooksServiceService>>;

/** A feature with methods of WebhooksService. */
export type WebhooksFeature = Feature<WebhooksMethods>;
