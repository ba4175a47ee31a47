import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from './root-route.tsx';
import { oneOfParam, optional, textParam } from './search-params.ts';

const contacts = createRoute({
  getParentRoute: () => root,
  path: '/contacts',
  validateSearch: (raw: Record<string, unknown>) =>
    optional({
      search: textParam(raw, 'search'),
      grade: oneOfParam(raw, 'grade', ['A', 'B', 'C', 'D', 'F']),
      segment: textParam(raw, 'segment'),
      sort: oneOfParam(raw, 'sort', ['created_asc', 'updated_desc', 'lead_score_desc']),
    }),
  component: lazyRouteComponent(() => import('../pages/contacts/contacts-page.tsx'), 'ContactsPage'),
});

const contact = createRoute({
  getParentRoute: () => root,
  path: '/contacts/$contactId',
  component: lazyRouteComponent(() => import('../pages/contact/contact-page.tsx'), 'ContactPage'),
});

const importContacts = createRoute({
  getParentRoute: () => root,
  path: '/contacts/import',
  component: lazyRouteComponent(() => import('../pages/import/import-page.tsx'), 'ImportPage'),
});

const importJob = createRoute({
  getParentRoute: () => root,
  path: '/contacts/imports/$importId',
  component: lazyRouteComponent(() => import('../pages/import-job/import-job-page.tsx'), 'ImportJobPage'),
});

const segments = createRoute({
  getParentRoute: () => root,
  path: '/contacts/segments',
  validateSearch: (raw: Record<string, unknown>) => optional({ search: textParam(raw, 'search') }),
  component: lazyRouteComponent(() => import('../pages/segments/segments-page.tsx'), 'SegmentsPage'),
});

const newSegment = createRoute({
  getParentRoute: () => root,
  path: '/contacts/segments/new',
  component: lazyRouteComponent(() => import('../pages/segment/segment-new-page.tsx'), 'SegmentNewPage'),
});

const segment = createRoute({
  getParentRoute: () => root,
  path: '/contacts/segments/$segmentId',
  component: lazyRouteComponent(() => import('../pages/segment/segment-page.tsx'), 'SegmentPage'),
});

export const contactRoutes = [
  contacts,
  contact,
  importContacts,
  importJob,
  segments,
  newSegment,
  segment,
] as const;
