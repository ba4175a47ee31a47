import { Menu, Stack, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useWorkspace } from '../data/workspace.ts';
import { Icon } from '../parts/icons.tsx';
import { useRowSize } from '../parts/use-row-size.ts';
import { session } from '../session/session.ts';
import type { NavigationPage } from './navigation.ts';

export interface WorkspaceMenuProps {
  readonly onHelp: () => void;
  readonly isInBar?: boolean;
  /** Pages without a link of their own in the bar. */
  readonly further?: readonly NavigationPage[];
}

const SCHEMES = [
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['auto', 'As the system'],
] as const;

const ROW_SIZES = [
  ['compact', 'Compact'],
  ['comfortable', 'Comfortable'],
] as const;

/** The workspace, the theme, the size of rows, the keys and the log-out. */
export function WorkspaceMenu({ onHelp, isInBar = false, further = [] }: WorkspaceMenuProps): ReactNode {
  const { data: workspace } = useWorkspace();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [rowSize, setRowSize] = useRowSize();
  const navigate = useNavigate();
  const logOut = useMutation({ mutationFn: session.logOut });
  const name = workspace?.name ?? 'Workspace';
  return (
    <Menu position={isInBar ? 'top-end' : 'bottom-start'} width={200} shadow="md">
      <Menu.Target>
        {isInBar ? (
          <UnstyledButton aria-label={`More: menu of ${name}`}>
            <Stack align="center" gap={2}>
              <Icon name="settings" />
              <Text span size="xs" c="dimmed">
                More
              </Text>
            </Stack>
          </UnstyledButton>
        ) : (
          <UnstyledButton h={40} px={10} aria-label={`${name}: menu`}>
            <Text span fw={600} truncate display="block">
              {name} <span aria-hidden>▾</span>
            </Text>
          </UnstyledButton>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        {further.map(({ to, label }) => (
          <Menu.Item key={to} onClick={() => void navigate({ to })}>
            {label}
          </Menu.Item>
        ))}
        <Menu.Label c="dimmed">Theme</Menu.Label>
        {SCHEMES.map(([scheme, label]) => (
          <Menu.Item
            key={scheme}
            onClick={() => setColorScheme(scheme)}
            rightSection={colorScheme === scheme ? '✓' : undefined}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Label c="dimmed">Rows of lists</Menu.Label>
        {ROW_SIZES.map(([one, label]) => (
          <Menu.Item
            key={one}
            onClick={() => setRowSize(one)}
            rightSection={rowSize === one ? '✓' : undefined}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={onHelp}>Keys</Menu.Item>
        <Menu.Item onClick={() => logOut.mutate()}>Log out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
