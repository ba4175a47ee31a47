import { Button, Group, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { targetCount, type BulkAction, type BulkTarget } from '../../data/contact-bulk.ts';
import { formatNumber } from '../../parts/format.ts';
import { useCan } from '../../session/session.ts';
import { BulkDialog } from './bulk-dialog.tsx';

export interface BulkBarProps {
  readonly target: BulkTarget;
  /** All contacts of the list; undefined before they are counted. */
  readonly total: number | undefined;
  readonly onSelectMatching: () => void;
  readonly onClear: () => void;
}

const ACTIONS = [
  ['tag', 'Add tag', 'contacts:write'],
  ['enroll', 'Enroll in campaign', 'campaigns:write'],
  ['segment', 'Save as segment', 'contacts:write'],
] as const;

/** The chosen contacts and what can be done with them. All that match are chosen in a step of their own. */
export function BulkBar({ target, total, onSelectMatching, onClear }: BulkBarProps): ReactNode {
  const can = {
    'contacts:write': useCan('contacts:write'),
    'campaigns:write': useCan('campaigns:write'),
  };
  const [asked, setAsked] = useState<BulkAction['kind']>();
  const count = targetCount(target);
  return (
    <Group px="md" pb="xs" gap="xs" role="group" aria-label="Selection">
      <Text fw={600}>
        {target.kind === 'matching' ? 'All ' : ''}
        {formatNumber(count)} selected
      </Text>
      {target.kind === 'chosen' && total !== undefined && total > count && (
        <Button variant="subtle" size="compact-sm" onClick={onSelectMatching}>
          Select all {formatNumber(total)} that match
        </Button>
      )}
      {ACTIONS.filter(([, , scope]) => can[scope]).map(([kind, label]) => (
        <Button key={kind} variant="default" size="compact-sm" onClick={() => setAsked(kind)}>
          {label}
        </Button>
      ))}
      <Button variant="subtle" color="gray" size="compact-sm" onClick={onClear}>
        Clear selection
      </Button>
      {asked !== undefined && <BulkDialog kind={asked} target={target} onClose={() => setAsked(undefined)} />}
    </Group>
  );
}
