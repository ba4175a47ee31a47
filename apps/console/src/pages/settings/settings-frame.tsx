import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWorkspace } from '../../data/workspace.ts';
import { PageLink } from '../../parts/link.tsx';
import { Page, type PageProps } from '../../parts/page.tsx';
import { useSession } from '../../session/session.ts';
import { allowedTabs, SETTINGS_TABS, type SettingsTab } from './settings-tabs.ts';

export interface SettingsFrameProps extends Pick<PageProps, 'api' | 'actions'> {
  readonly tab: SettingsTab['to'];
  readonly children: ReactNode;
}

/** The frame of a tab of the settings: each tab has an address. */
export function SettingsFrame({ tab, children, ...page }: SettingsFrameProps): ReactNode {
  const current = useSession();
  const { data: workspace } = useWorkspace();
  const scopes = current.status === 'in' ? current.token.scopes : new Set<string>();
  const hasAgency = typeof workspace?.agency_id === 'string' || tab === '/settings/clients';
  const title = SETTINGS_TABS.find(({ to }) => to === tab)?.label ?? 'Settings';
  return (
    <Page
      title={title}
      {...page}
      filters={
        <Group
          ref={showCurrent}
          component="nav"
          aria-label="Settings"
          gap="md"
          wrap="nowrap"
          style={{ overflowX: 'auto' }}
        >
          {allowedTabs(scopes, hasAgency).map(({ to, label }) => (
            <PageLink key={to} to={to} fw={to === tab ? 600 : 400} style={{ whiteSpace: 'nowrap' }}>
              {to === tab ? (
                <Text span inherit td="underline">
                  {label}
                </Text>
              ) : (
                label
              )}
            </PageLink>
          ))}
        </Group>
      }
    >
      {children}
    </Page>
  );
}

/** On a phone the tabs scroll; the current one must be visible. */
function showCurrent(tabs: HTMLElement | null): void {
  tabs?.querySelector('[aria-current="page"]')?.scrollIntoView({ inline: 'center', block: 'nearest' });
}
