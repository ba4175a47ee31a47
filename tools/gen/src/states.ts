import { campaignStates, enrollmentStates, sendStates } from '@outreach/contracts-campaigns';
import { importStates } from '@outreach/contracts-contacts';
import { healthStates, replayStates } from '@outreach/contracts-webhooks';
import type { StateTable } from '@outreach/values';
import { table } from './markdown.ts';
import type { GeneratedFile } from './proto.ts';

/** docs/states.md: the states of each record, and the state after each operation. */
export function generateStates(): GeneratedFile[] {
  const text = [
    '# States',
    '',
    'Generated from the state tables of the contracts by `npm run gen`. A row is the state before an operation, a column is the operation, a cell is the state after it. An operation with an empty cell is refused with 409 `invalid_transition`, and the state stays.',
    '',
    ...section('Campaign', campaignStates),
    ...section('Enrollment', enrollmentStates),
    ...section('Send', sendStates),
    ...section('Import', importStates),
    ...section('Replay', replayStates),
    ...section('Health of a webhook endpoint', healthStates),
  ].join('\n');
  return [{ path: 'docs/states.md', text }];
}

function section<State extends string, Operation extends string>(
  title: string,
  states: StateTable<State, Operation>,
): string[] {
  const rows = states.states.map((state) => [
    states.isEnd(state) ? `**${state}** (end)` : `**${state}**`,
    ...states.operations.map((operation) => states.next(state, operation) ?? ''),
  ]);
  return [`## ${title}`, '', ...table(['state', ...states.operations.map((name) => `\`${name}\``)], rows), ''];
}
