import { failSpan, inSpan, SpanKind, startSpan } from '@outreach/service-kit/tracing';
import { ownerOf } from '../sends/index.ts';
import type { DialogResult } from './ports.ts';
import type { ReadySend } from './prepare-sends.ts';

/** Runs the dialog of a send in a span of its own trace: the outcomes of many sends are recorded together. */
export async function traceDialog(
  send: ReadySend['send'],
  dialog: () => Promise<DialogResult>,
): Promise<DialogResult> {
  const attributes = {
    'outreach.workspace.id': send.workspace_id,
    'outreach.campaign.id': ownerOf(send).campaign_id,
    'outreach.send.id': send.id,
  };
  const span = startSpan('send email', { kind: SpanKind.CLIENT, attributes });
  return inSpan(span, async () => {
    const result = await dialog();
    span.setAttribute('outreach.dialog.result', result.kind);
    if (result.kind === 'no_session' || result.kind === 'unanswered') failSpan(span, result.kind);
    return result;
  });
}
