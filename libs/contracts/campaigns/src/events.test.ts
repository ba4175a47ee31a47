import { describe, expect, it } from '@jest/globals';
import { createCatalogue } from '@outreach/event-schema';
import { z } from 'zod';
import { campaignEvents } from './events.ts';
import { campaignInternalEvents } from './internal-events.ts';

const ALL = [...campaignEvents, ...campaignInternalEvents];

describe('events of the campaigns service', () => {
  it.each(ALL.map((definition) => [definition.type, definition] as const))(
    '%s has an example that fits its schema',
    (_type, definition) => {
      expect(definition.data.safeParse(definition.example)).toMatchObject({ success: true });
    },
  );

  it('are all described as JSON Schema', () => {
    expect(createCatalogue(ALL).entries).toHaveLength(ALL.length);
  });

  it('that are internal carry no address', () => {
    for (const { data } of campaignInternalEvents) {
      expect(JSON.stringify(z.toJSONSchema(data))).not.toMatch(/email|subject|name/);
    }
  });
});
