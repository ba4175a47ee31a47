import type { ReactNode } from 'react';
import { useAuditLog, type AuditEntry } from '../../data/workspace.ts';
import { CopiedId, SmallCopy } from '../../parts/copy.tsx';
import { DataList, type Column } from '../../parts/data-list.tsx';
import { formatNumber, formatWord } from '../../parts/format.ts';
import { Time } from '../../parts/values.tsx';
import { SettingsFrame } from './settings-frame.tsx';

const COLUMNS: readonly Column<AuditEntry>[] = [
  { header: 'Action', isStrong: true, cell: ({ action }) => action },
  { header: 'At', width: 120, cell: ({ at }) => <Time at={at} /> },
  {
    header: 'Actor',
    width: 330,
    from: 'xs',
    cell: ({ actor }) => (actor.id === null ? formatWord(actor.type) : <CopiedId id={actor.id} />),
  },
  {
    header: 'Target',
    width: 330,
    from: 'md',
    cell: ({ target, count }) =>
      target.id === null ? (
        `${formatWord(target.type)}${count === null ? '' : ` × ${formatNumber(count)}`}`
      ) : (
        <CopiedId id={target.id} />
      ),
  },
  { header: 'Address', width: 130, from: 'md', cell: ({ ip }) => ip ?? '' },
  {
    header: 'Request',
    width: 120,
    from: 'md',
    cell: ({ request_id }) => <SmallCopy text={request_id} name={`Copy ${request_id}`} />,
  },
];

/** Log-ins, and the changes of users, keys and the workspace. */
export function AuditLogPage(): ReactNode {
  return (
    <SettingsFrame tab="/settings/audit-log" api={() => ({ path: '/api/v1/audit-log/' })}>
      <DataList label="Audit log" list={useAuditLog()} columns={COLUMNS} empty="There are no entries yet." />
    </SettingsFrame>
  );
}
