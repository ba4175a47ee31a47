import type { Feature } from '@outreach/app-kit';
import type { ContactsServiceService } from '@outreach/contracts-contacts';
import type { RpcTable } from '@outreach/service-kit/rpc';

/** Methods of ContactsService. The service starts only if each method has exactly one feature. */
export type ContactsMethods = Partial<RpcTable<typeof ContactsServiceService>>;

/** A feature with methods of ContactsService. */
export type ContactsFeature = Feature<ContactsMethods>;

/** Writers may read; a refusal names the first scope. */
export const READ = ['contacts:read', 'contacts:write'] as const;
export const WRITE = ['contacts:write'] as const;
/** Permission to erase contacts; the write scope does not include it. */
export const ERASE = ['admin:gdpr'] as const;
/** Settings of the workspace. */
export const ADMIN = ['admin:keys'] as const;
/** Internal methods: only the campaigns service may call them; customer credentials never can. */
export const CAMPAIGNS = { service: 'campaigns' } as const;
