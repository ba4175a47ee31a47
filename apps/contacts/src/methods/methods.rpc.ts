import type { Feature } from '@outreach/app-kit';
import type { ContactsServiceService } from '@outreach/contracts-contacts';
import type { MethodsOf, RpcTable } from '@outreach/service-kit/rpc';

/** A feature with methods of ContactsService. */
export type ContactsFeature = Feature<Partial<RpcTable<typeof ContactsServiceService>>>;

/** The methods of ContactsService that a feature implements. */
export type ContactsMethods<Name extends keyof typeof ContactsServiceService> = MethodsOf<
  typeof ContactsServiceService,
  Name
>;

/** Writers may read; a refusal names the first scope. */
export const READ = ['contacts:read', 'contacts:write'] as const;
export const WRITE = ['contacts:write'] as const;
/** Permission to erase contacts; the write scope does not include it. */
export const ERASE = ['admin:gdpr'] as const;
/** Settings of the workspace. */
export const ADMIN = ['admin:keys'] as const;
/** Internal methods: only the campaigns service may call them; customer credentials never can. */
export const CAMPAIGNS = { service: 'campaigns' } as const;
