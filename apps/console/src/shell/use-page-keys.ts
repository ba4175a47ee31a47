import { useHotkeys } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import type { NavigationPage } from './navigation.ts';

/** A letter after `g` counts within this time. */
const SEQUENCE_MS = 1_500;

/** The keys of all pages: `g` and a letter goes to a page, `?` shows the keys. They do nothing while typing. */
export function usePageKeys(pages: readonly NavigationPage[], showHelp: () => void): void {
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
