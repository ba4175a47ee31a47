import { describe, expect, it } from '@jest/globals';
import { createCatalogue } from '@outreach/event-schema';
import { campaignEvents } from './events.ts';

describe('events of the campaigns service', () => {
  it.each(campaignEvents.map((definition) => [definition.type, definition] as const))(
    '%s has an example that fits its schema',
    (_type, definition) => {
      expect(definition.data.safeParse(definition.example)).toMatchObject({ success: true });
    },
  );

  it('are all described as JSON Schema', () => {
    expect(createCatalogue(campaignEvents).entries).toHaveLength(campaignEvents.length);
  });
});
