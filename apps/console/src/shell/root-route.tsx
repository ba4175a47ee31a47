import { createRootRoute } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Empty } from '../parts/empty.tsx';
import { PageLink } from '../parts/link.tsx';
import { Frame } from './frame.tsx';

/** The parent of all routes. */
export const root = createRootRoute({ component: Frame, notFoundComponent: NotFound });

function NotFound(): ReactNode {
  return <Empty text="There is no such page." action={<PageLink to="/">Go to the overview</PageLink>} />;
}
