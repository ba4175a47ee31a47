import type { Feature } from '@outreach/app-kit';
import type { AuthServiceService } from '@outreach/contracts-auth';
import type { RpcTable } from '@outreach/service-kit/rpc';

/** Methods of AuthService. The service starts only if each method has exactly one feature. */
export type AuthMethods = Partial<RpcTable<typeof AuthServiceService>>;

/** A feature with methods of AuthService. */
export type AuthFeature = Feature<AuthMethods>;
