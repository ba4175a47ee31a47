import type { IconName } from '../parts/icons.tsx';
import { useSession } from '../session/session.ts';

/** The pages in the order of the navigation. `g` and the key go to the page. */
export const PAGES = [
  { to: '/', label: 'Overview', key: 'o', icon: 'overview', scope: 'campaigns:read' },
  { to: '/inbox', label: 'Inbox', key: 'i', icon: 'inbox', scope: 'campaigns:read' },
  { to: '/contacts', label: 'Contacts', key: 'c', icon: 'contacts', scope: 'contacts:read' },
  { to: '/campaigns', label: 'Campaigns', key: 'm', icon: 'campaigns', scope: 'campaigns:read' },
  { to: '/sequences', label: 'Sequences', key: 'q', icon: 'sequences', scope: 'campaigns:read' },
  { to: '/accounts', label: 'Accounts', key: 'a', icon: 'accounts', scope: 'campaigns:read' },
  { to: '/webhooks', label: 'Webhooks', key: 'w', icon: 'webhooks', scope: 'webhooks:read' },
  { to: '/settings', label: 'Settings', key: 's', icon: 'settings', scope: 'contacts:read' },
] as const satisfies readonly {
  readonly to: string;
  readonly label: string;
  readonly key: string;
  readonly icon: IconName;
  readonly scope: string;
}[];

export type NavigationPage = (typeof PAGES)[number];

/** Pages without an entry in the navigation, which the search finds: most are actions. */
export const FURTHER_PAGES = [
  { to: '/contacts/import', label: 'Import contacts', scope: 'contacts:write' },
  { to: '/contacts/segments', label: 'Segments', scope: 'contacts:read' },
  { to: '/contacts/segments/new', label: 'New segment', scope: 'contacts:write' },
  { to: '/campaigns/new', label: 'New campaign', scope: 'campaigns:write' },
  { to: '/accounts/new', label: 'Connect account', scope: 'campaigns:write' },
  { to: '/webhooks/new', label: 'Create webhook', scope: 'webhooks:write' },
] as const;

/** The pages that the user may use. */
export function useAllowed<Page extends { readonly scope: string }>(pages: readonly Page[]): readonly Page[] {
  const current = useSession();
  const scopes = current.status === 'in' ? current.token.scopes : undefined;
  return pages.filter(({ scope }) => scopes?.has(scope) ?? true);
}
