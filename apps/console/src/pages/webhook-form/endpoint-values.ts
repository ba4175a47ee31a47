import type { Endpoint, EndpointCreate, EventType } from '../../data/webhooks.ts';

/** An endpoint as a form has it: one header per line. */
export interface EndpointValues {
  readonly name: string;
  readonly url: string;
  readonly event_subscriptions: EventType['event_type'][];
  readonly headers: string;
}

export const NEW_ENDPOINT: EndpointValues = { name: '', url: '', event_subscriptions: [], headers: '' };

export function toValues({ name, url, event_subscriptions, custom_headers }: Endpoint): EndpointValues {
  const headers = Object.entries(custom_headers).map(([header, value]) => `${header}: ${value}`);
  return { name, url, event_subscriptions, headers: headers.join('\n') };
}

/** The body of a request. Its headers are those with a name and a value. */
export function toBody({ name, url, event_subscriptions, headers }: EndpointValues): EndpointCreate {
  const custom_headers = Object.fromEntries(linesOf(headers).map(splitHeader));
  return { name: name.trim(), url: url.trim(), event_subscriptions, custom_headers };
}

/** The first line without a name and a value, as an error; null if all have both. */
export function headersError(headers: string): string | null {
  const wrong = linesOf(headers).find((line) => {
    const [name, value] = splitHeader(line);
    return name === '' || value === '';
  });
  return wrong === undefined ? null : `Write each header as Name: value, not ${wrong}`;
}

/** The event types by their categories, in the order of the catalogue. */
export function byCategory(
  types: readonly EventType[],
): readonly (readonly [category: string, types: readonly EventType[]])[] {
  return [...Map.groupBy(types, ({ category }) => category)];
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** A value may contain colons. */
function splitHeader(line: string): [name: string, value: string] {
  const at = line.indexOf(':');
  return at < 0 ? [line, ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
}
