import type { ReactNode } from 'react';
import { formatNumber } from '../../parts/format.ts';
import { NumberTable } from '../../parts/number-table.tsx';

const COUNT_HEIGHT = 150;

export interface AudienceTableProps {
  /** Labels with their numbers; the last row is the result. */
  readonly rows: readonly (readonly [label: string, count: number])[];
  readonly isEstimated: boolean;
  readonly children?: ReactNode;
}

/** The contacts in, and the contacts out by reason. */
export function AudienceTable({ rows, isEstimated, children }: AudienceTableProps): ReactNode {
  const shown = rows.map(([label, count], index) => ({
    label,
    value: describe(count, isEstimated),
    isSum: index === rows.length - 1,
  }));
  return (
    <section aria-label="Contacts" style={{ minHeight: COUNT_HEIGHT }} aria-live="polite">
      <NumberTable caption="Contacts of the audience" headers={['Contacts', 'Number']} rows={shown} />
      {children}
    </section>
  );
}

function describe(count: number, isEstimated: boolean): string {
  if (count === 0) return isEstimated ? 'none in the sample' : '0';
  return `${isEstimated ? 'about ' : ''}${formatNumber(count)}`;
}
