import { clampPageSize, type Cursors } from '@outreach/mongo-kit/paging';
import { requireWorkspaceId } from '@outreach/service-kit';
import { z } from 'zod';
import type { MetricCursors } from './ports.ts';

const Position = z.tuple([z.number(), z.string()]);

export function createMetricCursors(cursors: Cursors): MetricCursors {
  return {
    of: (sort, asked) => {
      const binding = { workspaceId: requireWorkspaceId(), list: 'campaign_metrics', sort, filter: asked };
      return {
        sizeOf: clampPageSize,
        encode: (position) => cursors.encode(binding, position),
        decode: (cursor) => Position.parse(cursors.decode(binding, cursor)),
      };
    },
  };
}
