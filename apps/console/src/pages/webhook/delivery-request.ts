import type { Schema } from '@outreach/client';
import { shellWord } from '../../parts/shell-word.ts';

/** The request of an attempt. */
type DeliveryRequest = NonNullable<Schema<'WebhookDeliveryDetail'>['request']>;

/** The same request as a command of a shell. The body is unchanged, so that its signature stays valid. */
export function toDeliveryCurl({ url, headers, body }: DeliveryRequest): string {
  return [
    `curl -X POST ${shellWord(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${shellWord(`${name}: ${value}`)}`),
    `--data-binary ${shellWord(body)}`,
  ].join(' \\\n  ');
}

/** JSON with a line per field; another text unchanged. */
export function prettyJson(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value, undefined, 2);
  } catch {
    return text;
  }
}
