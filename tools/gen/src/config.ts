import { authConfig } from '../../../apps/auth/src/config.ts';
import { campaignsConfig } from '../../../apps/campaigns/src/config.ts';
import { contactsConfig } from '../../../apps/contacts/src/config.ts';
import { gatewayConfig } from '../../../apps/gateway/src/config.ts';
import { webhooksConfig } from '../../../apps/webhooks/src/config.ts';
import type { z } from 'zod';
import { table } from './markdown.ts';
import type { GeneratedFile } from './proto.ts';

const SHAPES: Readonly<Record<string, z.ZodRawShape>> = {
  gateway: gatewayConfig,
  auth: authConfig,
  contacts: contactsConfig,
  campaigns: campaignsConfig,
  webhooks: webhooksConfig,
};

/** docs/config.md: every environment variable of every service. */
export function generateConfig(): GeneratedFile[] {
  const sections = Object.entries(SHAPES).flatMap(([service, shape]) => [
    `## ${service}`,
    '',
    ...table(['variable', 'default', 'what it is'], Object.entries(shape).map(row)),
    '',
  ]);
  const head = [
    '# Configuration',
    '',
    "Generated from each service's `config.ts` by `npm run gen`. A service that lacks a required variable, or has a wrong one, names all problems at once and does not start.",
    '',
  ];
  return [{ path: 'docs/config.md', text: [...head, ...sections].join('\n') }];
}

function row([name, schema]: [string, z.core.$ZodType]): string[] {
  const description = 'description' in schema ? String(schema.description ?? '') : '';
  return [`\`${name}\``, defaultOf(schema), description];
}

function defaultOf(schema: z.core.$ZodType): string {
  const { defaultValue } = Object(schema._zod.def);
  const declared: unknown = defaultValue;
  if (declared !== undefined) return declared === '' ? 'empty' : `\`${String(declared)}\``;
  return schema._zod.optin === 'optional' ? 'optional' : 'required';
}
