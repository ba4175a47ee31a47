export interface SettingsTab {
  readonly to:
    | '/settings/keys'
    | '/settings/users'
    | '/settings/invitations'
    | '/settings/clients'
    | '/settings/scoring'
    | '/settings/suppressions'
    | '/settings/tracking-domains'
    | '/settings/reports'
    | '/settings/retention'
    | '/settings/notifications'
    | '/settings/audit-log'
    | '/settings/second-factor';
  readonly label: string;
  /** The scope that reads its records. */
  readonly scope: string;
}

/** The tabs in their order. */
export const SETTINGS_TABS: readonly SettingsTab[] = [
  { to: '/settings/keys', label: 'API keys', scope: 'admin:keys' },
  { to: '/settings/users', label: 'Users', scope: 'admin:keys' },
  { to: '/settings/invitations', label: 'Invitations', scope: 'admin:keys' },
  { to: '/settings/clients', label: 'Clients', scope: 'contacts:read' },
  { to: '/settings/scoring', label: 'Scoring', scope: 'contacts:read' },
  { to: '/settings/suppressions', label: 'Suppressions', scope: 'contacts:read' },
  { to: '/settings/tracking-domains', label: 'Tracking domains', scope: 'campaigns:read' },
  { to: '/settings/reports', label: 'Shared reports', scope: 'campaigns:read' },
  { to: '/settings/retention', label: 'Data retention', scope: 'admin:keys' },
  { to: '/settings/notifications', label: 'Notifications', scope: 'admin:keys' },
  { to: '/settings/audit-log', label: 'Audit log', scope: 'admin:keys' },
  // Every role has this scope.
  { to: '/settings/second-factor', label: 'Second factor', scope: 'contacts:read' },
];

/** The tabs of a user. Only a workspace of an agency has clients. */
export function allowedTabs(scopes: ReadonlySet<string>, hasAgency: boolean): readonly SettingsTab[] {
  return SETTINGS_TABS.filter(
    ({ to, scope }) => scopes.has(scope) && (hasAgency || to !== '/settings/clients'),
  );
}
