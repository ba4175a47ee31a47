import { createRouter, type ErrorComponentProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Failure } from '../parts/failure.tsx';
import { root } from './frame.tsx';
import { routes } from './routes.ts';

export const router = createRouter({
  routeTree: root.addChildren(routes),
  basepath: '/console',
  // The page of another object begins again: what was asked, shown or loaded belongs to one object.
  defaultRemountDeps: ({ params }) => params,
  defaultErrorComponent: PageFailure,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

function PageFailure({ error, reset }: ErrorComponentProps): ReactNode {
  const shown = error instanceof Error ? error : new Error(String(error));
  return <Failure error={shown} retry={reset} />;
}
