import { authErrors } from '@outreach/contracts-auth';
import { campaignErrors } from '@outreach/contracts-campaigns';
import { contactErrors } from '@outreach/contracts-contacts';
import { webhookErrors } from '@outreach/contracts-webhooks';
import { KIND_TABLE, ERROR_KINDS, type ErrorDefinition } from '@outreach/errors';
import { HTTP_REFUSALS } from '@outreach/http-kit';
import { idempotencyErrors } from '@outreach/mongo-kit/units';
import type { GeneratedFile } from './proto.ts';
import { table } from './markdown.ts';

const DECLARED: Readonly<Record<string, Readonly<Record<string, ErrorDefinition>>>> = {
  auth: authErrors,
  contacts: contactErrors,
  campaigns: campaignErrors,
  webhooks: webhookErrors,
  'every POST with an Idempotency-Key': idempotencyErrors,
};

/** docs/errors.md: the closed kinds, the errors of each service, and the errors of HTTP. */
export function generateErrors(): GeneratedFile[] {
  const kinds = ERROR_KINDS.map((kind) => {
    const { http, grpc, code } = KIND_TABLE[kind];
    return [kind, String(http), grpc, `\`${code}\``];
  });
  const declared = Object.entries(DECLARED).flatMap(([owner, errors]) =>
    Object.values(errors).map(({ code, reason, kind, message }) => [
      String(KIND_TABLE[kind].http),
      `\`${code}\``,
      reason === undefined ? '' : `\`${reason}\``,
      owner,
      message,
    ]),
  );
  const refusals = Object.values(HTTP_REFUSALS).map(({ status, code, message }) => [
    String(status),
    `\`${code}\``,
    message,
  ]);
  const text = [
    '# Errors',
    '',
    'Generated from the error tables of the contracts by `npm run gen`. A response that is not 2xx has the body `{"error": {"code", "message", "field"?, …}}`; the token endpoints return 401 with `{"detail"}`.',
    '',
    '## Kinds',
    '',
    ...table(['kind', 'HTTP', 'gRPC', 'default code'], kinds),
    '',
    '## Declared errors',
    '',
    ...table(['HTTP', 'code', 'reason', 'declared by', 'message'], declared),
    '',
    '## Errors of HTTP',
    '',
    ...table(['HTTP', 'code', 'message'], refusals),
    '',
  ].join('\n');
  return [{ path: 'docs/errors.md', text }];
}
