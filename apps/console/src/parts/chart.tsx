import { Box } from '@mantine/core';
import { lazy, Suspense, type ReactNode } from 'react';
import type { SeriesChartProps } from './series-chart.tsx';

const SeriesChart = lazy(async () =>
  import('./series-chart.tsx').then((chart) => ({ default: chart.SeriesChart })),
);

/** Numbers over time. The script of charts is loaded with the first one. */
export function Chart(props: SeriesChartProps): ReactNode {
  return (
    <Suspense fallback={<Box h={props.height} />}>
      <SeriesChart {...props} />
    </Suspense>
  );
}
