/** A writer may read; the first scope is the one a refusal names. */
export const READ = ['contacts:read', 'contacts:write'] as const;
export const WRITE = ['contacts:write'] as const;
/** A writer of contacts may not erase them. */
export const ERASE = ['admin:gdpr'] as const;
/** What administrators of a workspace set. */
export const ADMIN = ['admin:keys'] as const;
/** What no credential opens. */
export const CAMPAIGNS = { service: 'campaigns' } as const;
