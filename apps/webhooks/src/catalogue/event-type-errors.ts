import type { FieldError } from '@outreach/errors';
import type { Catalogue } from '@outreach/event-schema';

export interface EventTypeList {
  /** Name of the list in the request. */
  readonly field: string;
  readonly types: readonly string[];
}

/** The problems of a list of event types: it needs one or more, and all of them must be known. */
export function eventTypeErrors(catalogue: Catalogue, { field, types }: EventTypeList): FieldError[] {
  if (types.length === 0) return [{ field, message: `${field} must have at least one event type.` }];
  return types.flatMap((type, index) =>
    catalogue.get(type) === undefined
      ? [
          {
            field: `${field}[${index}]`,
            message: `${field}[${index}] is not a known event type; see GET /api/v1/webhooks/event-types/.`,
          },
        ]
      : [],
  );
}
