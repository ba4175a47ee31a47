import { fitsCodePoints } from '@outreach/values';
import { AppError, type FieldError } from '@outreach/errors';
import type { Catalogue } from '@outreach/event-schema';
import { eventTypeErrors } from '../catalogue/index.ts';
import { urlProblem, type HostGuard } from '../sending/index.ts';
import type { Endpoint } from './endpoint.ts';

export const ENDPOINTS_PER_WORKSPACE_MAX = 20;
const NAME_CHARACTERS_MAX = 200;
const CUSTOM_HEADERS_MAX = 20;
const HEADER_VALUE_CHARACTERS_MAX = 1_024;
const HEADER_NAME_CHARACTERS_MAX = 256;

const UNUSABLE_TEXT = /\0|\p{Surrogate}/u;
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e]*$/;
/** Headers that the transport or the delivery sets. */
const RESERVED_HEADER =
  /^(host|content-.*|transfer-encoding|connection|keep-alive|upgrade|expect|te|trailer|proxy-.*|user-agent|webhook-.*|x-service-replay)$/i;

/** An endpoint as a client describes it. */
export type EndpointInput = Pick<Endpoint, 'name' | 'url' | 'event_subscriptions' | 'custom_headers'>;

export interface EndpointRules {
  readonly hosts: HostGuard;
  readonly catalogue: Catalogue;
}

/**
 * Returns the given fields without duplicate subscriptions.
 * @throws AppError invalid_argument naming every wrong field.
 */
export function checkEndpoint<Fields extends Partial<EndpointInput>>(
  input: Fields,
  rules: EndpointRules,
): Fields {
  const { name, url, event_subscriptions: types, custom_headers: headers } = input;
  const errors = [
    ...(name === undefined ? [] : nameErrors(name)),
    ...(url === undefined ? [] : urlErrors(url, rules.hosts)),
    ...(types === undefined ? [] : eventTypeErrors(rules.catalogue, { field: 'event_subscriptions', types })),
    ...(headers === undefined ? [] : headerErrors(headers)),
  ];
  const [first] = errors;
  if (first !== undefined)
    throw new AppError('invalid_argument', first.message, { field: first.field, errors });
  return types === undefined ? input : { ...input, event_subscriptions: [...new Set(types)] };
}

function nameErrors(name: string): FieldError[] {
  const field = 'name';
  if (name.trim() === '') return [{ field, message: 'name is required.' }];
  if (!fitsCodePoints(name, NAME_CHARACTERS_MAX)) {
    return [{ field, message: `name must have at most ${NAME_CHARACTERS_MAX} characters.` }];
  }
  return UNUSABLE_TEXT.test(name)
    ? [{ field, message: 'name must not contain NUL or an unpaired surrogate.' }]
    : [];
}

function urlErrors(url: string, hosts: HostGuard): FieldError[] {
  const message = urlProblem(url, hosts);
  return message === undefined ? [] : [{ field: 'url', message }];
}

function headerErrors(headers: Readonly<Record<string, string>>): FieldError[] {
  const entries = Object.entries(headers);
  if (entries.length > CUSTOM_HEADERS_MAX) {
    return [
      { field: 'custom_headers', message: `custom_headers must have at most ${CUSTOM_HEADERS_MAX} headers.` },
    ];
  }
  return entries.flatMap(([name, value]) => {
    const message = headerProblem(name, value);
    return message === undefined ? [] : [{ field: `custom_headers.${name}`, message }];
  });
}

function headerProblem(name: string, value: string): string | undefined {
  if (!HEADER_NAME.test(name))
    return 'The header name must be an HTTP token: letters, digits and punctuation without spaces.';
  if (name.length > HEADER_NAME_CHARACTERS_MAX)
    return `The header name must have at most ${HEADER_NAME_CHARACTERS_MAX} characters.`;
  if (RESERVED_HEADER.test(name)) return 'The delivery sets this header; choose another name.';
  if (value.length > HEADER_VALUE_CHARACTERS_MAX) {
    return `The header value must have at most ${HEADER_VALUE_CHARACTERS_MAX} characters.`;
  }
  return HEADER_VALUE.test(value) ? undefined : 'The header value must be printable ASCII, spaces and tabs.';
}
