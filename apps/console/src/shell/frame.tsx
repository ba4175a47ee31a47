import {
  AppShell,
  Group,
  Kbd,
  Modal,
  NavLink,
  Stack,
  Text,
  UnstyledButton,
  VisuallyHidden,
  type ModalProps,
} from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { createRootRoute, Outlet, useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { useRef, type MouseEvent, type ReactNode } from 'react';
import { useInboxSummary } from '../data/inbox.ts';
import { Empty } from '../parts/empty.tsx';
import { Icon } from '../parts/icons.tsx';
import { PageLink } from '../parts/link.tsx';
import { PAGES, useAllowed, type NavigationPage } from './navigation.ts';
import { Search } from './search.tsx';
import { WorkspaceMenu } from './workspace-menu.tsx';

const BASE = '/console';

/** The navigation around every page: words, icons below 1,100 px, a bar at the bottom below 640 px. */
function Frame(): ReactNode {
  const [isHelpOpen, help] = useDisclosure();
  const pages = useAllowed(PAGES);
  usePageKeys(pages, help.open);
  return (
    <AppShell
      navbar={{ width: { base: 60, md: 200 }, breakpoint: 'xs', collapsed: { mobile: true } }}
      footer={{ height: { base: 56, xs: 0 } }}
      padding={0}
    >
      <AppShell.Navbar p={8}>
        <Stack gap={2} component="div">
          <WorkspaceMenu onHelp={help.open} />
          {pages.map((page) => (
            <SideLink key={page.to} page={page} />
          ))}
        </Stack>
      </AppShell.Navbar>
      <AppShell.Main h="100dvh">
        <Outlet />
      </AppShell.Main>
      <AppShell.Footer hiddenFrom="xs" component="nav" aria-label="Pages">
        <Group h="100%" gap={0} grow wrap="nowrap" px={4}>
          {pages.slice(0, BAR_PAGES_MAX).map((page) => (
            <BarLink key={page.to} page={page} />
          ))}
          <WorkspaceMenu onHelp={help.open} isInBar further={pages.slice(BAR_PAGES_MAX)} />
        </Group>
      </AppShell.Footer>
      <Search />
      <KeyHelp opened={isHelpOpen} onClose={help.close} />
    </AppShell>
  );
}

/** More would not fit on a phone. */
const BAR_PAGES_MAX = 4;

function usePageLink({ to }: NavigationPage) {
  const navigate = useNavigate();
  const router = useRouter();
  // Loads the script of the page before the click.
  const preload = (): void => void router.preloadRoute({ to });
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return {
    href: `${BASE}${to}`,
    onMouseEnter: preload,
    onFocus: preload,
    isActive: to === '/' ? path === '/' : path.startsWith(to),
    onClick: (event: MouseEvent) => {
      // A new tab or window is left to the browser.
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      void navigate({ to });
    },
  };
}

function SideLink({ page }: { readonly page: NavigationPage }): ReactNode {
  const { isActive, ...link } = usePageLink(page);
  return (
    <NavLink
      {...link}
      active={isActive}
      variant="subtle"
      color="gray"
      h={34}
      px={10}
      leftSection={<Icon name={page.icon} />}
      aria-current={isActive ? 'page' : undefined}
      label={
        <>
          <Text
            span
            visibleFrom="md"
            fw={isActive ? 600 : 400}
            c={isActive ? 'var(--mantine-color-text)' : 'dimmed'}
          >
            {page.label}
          </Text>
          <VisuallyHidden hiddenFrom="md">{page.label}</VisuallyHidden>
        </>
      }
      rightSection={page.to === '/inbox' ? <UnreadCount /> : undefined}
    />
  );
}

function BarLink({ page }: { readonly page: NavigationPage }): ReactNode {
  const { isActive, ...link } = usePageLink(page);
  return (
    <UnstyledButton
      component="a"
      {...link}
      aria-current={isActive ? 'page' : undefined}
      c={isActive ? 'var(--mantine-color-text)' : 'dimmed'}
    >
      <Stack align="center" gap={2}>
        <Icon name={page.icon} />
        <Text span size="xs" fw={isActive ? 600 : 400}>
          {page.label}
        </Text>
      </Stack>
    </UnstyledButton>
  );
}

function UnreadCount(): ReactNode {
  const { data } = useInboxSummary();
  if (data === undefined || data.unread === 0) return null;
  return (
    <Text span size="xs" visibleFrom="md">
      {data.unread}
      <VisuallyHidden> unread</VisuallyHidden>
    </Text>
  );
}

/** A letter after `g` counts within this time. */
const SEQUENCE_MS = 1_500;

/** The keys of all pages: `g` and a letter goes to a page, `?` shows the keys. They do nothing while typing. */
function usePageKeys(pages: readonly NavigationPage[], showHelp: () => void): void {
  const navigate = useNavigate();
  const pressedAtMs = useRef(Number.NEGATIVE_INFINITY);
  useHotkeys([
    ['g', () => (pressedAtMs.current = performance.now())],
    ['shift+?', showHelp],
    ...pages.map(({ key, to }): [string, () => void] => [
      key,
      () => {
        if (performance.now() - pressedAtMs.current < SEQUENCE_MS) void navigate({ to });
        pressedAtMs.current = Number.NEGATIVE_INFINITY;
      },
    ]),
  ]);
}

const KEYS: readonly (readonly [keys: string, effect: string])[] = [
  ['⌘K or Ctrl K', 'Search pages, contacts and campaigns'],
  ['/', 'Search in the list'],
  ['j k', 'Next and previous row'],
  ['x', 'Select the row'],
  ['Enter', 'Open the row'],
  ['Esc', 'Leave a dialog'],
  ['r', 'Inbox: answer'],
  ['⌘Enter', 'Inbox: send the answer'],
  ['e', 'Inbox: close or open the thread'],
  ['u', 'Inbox: mark as unread'],
  ['i', 'Inbox: choose the intent'],
  ['?', 'Show these keys'],
];

/** The list of all keys. */
function KeyHelp({ opened, onClose }: Pick<ModalProps, 'opened' | 'onClose'>): ReactNode {
  const pages = useAllowed(PAGES).map(({ key, label }) => [`g ${key}`, label] as const);
  return (
    <Modal opened={opened} onClose={onClose} title="Keys">
      <Stack gap={6}>
        {[...KEYS, ...pages].map(([keys, effect]) => (
          <Group key={keys} justify="space-between" wrap="nowrap">
            <Text>{effect}</Text>
            <Kbd>{keys}</Kbd>
          </Group>
        ))}
      </Stack>
    </Modal>
  );
}

/** The parent of all routes. */
export const root = createRootRoute({ component: Frame, notFoundComponent: NotFound });

function NotFound(): ReactNode {
  return <Empty text="There is no such page." action={<PageLink to="/">Go to the overview</PageLink>} />;
}
