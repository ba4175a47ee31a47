import { describe, expect, it } from '@jest/globals';
import { createCatalogue } from '@outreach/event-schema';
import { z } from 'zod';
import { campaignEvents } from './events.ts';
import { campaignInternalEvents } from './internal-events.ts';

const ALL = [...campaignEvents, ...campaignInternalEvents];

describe('campaign events', () => {
  it.each(ALL.map((definition) => [definition.type, definition] as const))(
    'have an example of %s that matches its schema',
    (_type, definition) => {
      expect(definition.data.safeParse(definition.example)).toMatchObject({ success: true });
    },
  );

  it('have a JSON Schema each', () => {
    expect(createCatalogue(ALL).entries).toHaveLength(ALL.length);
  });

  it('contain no address if they are internal', () => {
    for (const { data } of campaignInternalEvents) {
      expect(JSON.stringify(z.toJSONSchema(data))).not.toMatch(/email|subject|name/);
    }
  });
});
