import { authConfig } from '@outreach/app-auth/config';
import { campaignsConfig } from '@outreach/app-campaigns/config';
import { contactsConfig } from '@outreach/app-contacts/config';
import { gatewayConfig } from '@outreach/app-gateway/config';
import { webhooksConfig } from '@outreach/app-webhooks/config';
import { z } from 'zod';
import { table } from './markdown.ts';
import type { GeneratedFile } from './proto.ts';

const SHAPES: Readonly<Record<string, z.ZodRawShape>> = {
  gateway: gatewayConfig,
  auth: authConfig.fields,
  contacts: contactsConfig.fields,
  campaigns: campaignsConfig.fields,
  webhooks: webhooksConfig.fields,
};

/** docs/config.md: every environment variable of every service. */
export function generateConfig(): GeneratedFile[] {
  const sections = Object.entries(SHAPES).flatMap(([service, shape]) => [
    `## ${service}`,
    '',
    ...table(['variable', 'default', 'description'], Object.entries(shape).map(row)),
    '',
  ]);
  const head = [
    '# Configuration',
    '',
    "Generated from the `config.ts` of each service by `npm run gen`. A service with a missing or wrong variable names all problems and does not start. Each variable can also be read from a file: `<variable>_FILE` is its path, for example `SERVICE_KEY_FILE` for a mounted secret.",
    '',
  ];
  return [{ path: 'docs/config.md', text: [...head, ...sections].join('\n') }];
}

function row([name, schema]: [string, z.core.$ZodType]): string[] {
  const { description } = z.globalRegistry.get(schema) ?? {};
  return [`\`${name}\``, defaultOf(schema), description ?? ''];
}

function defaultOf(schema: z.core.$ZodType): string {
  const declared: unknown = Reflect.get(schema._zod.def, 'defaultValue');
  if (declared === '') return 'empty';
  if (typeof declared === 'string' || typeof declared === 'number') return `\`${String(declared)}\``;
  return schema._zod.optin === 'optional' ? 'optional' : 'required';
}
