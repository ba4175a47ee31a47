import { describe, expect, it } from '@jest/globals';
import { createLogger } from '../logger.ts';
import { gauge } from './metrics.ts';
import { readAtScrape, scrape } from './scrape.ts';

const logger = createLogger({ name: 'test', level: 'silent' });
const value = gauge('test_scraped_value', 'For this test.');

describe('a value that is read at a scrape', () => {
  it('is read once for several scrapes, and no longer after its stop', async () => {
    let reads = 0;
    const scraped = readAtScrape({
      name: 'test',
      logger,
      read: async () => {
        reads += 1;
        value.set(reads);
        return Promise.resolve();
      },
    });
    await scraped.start();
    const texts = await Promise.all([scrape(), scrape()]);
    expect([...texts, await scrape()].map((text) => text.includes('test_scraped_value 1'))).toEqual([
      true,
      true,
      true,
    ]);
    expect(reads).toBe(1);
    await scraped.stop();
  });

  it('does not delay a scrape beyond its deadline', async () => {
    const late = Promise.withResolvers<undefined>();
    const scraped = readAtScrape({ name: 'test', logger, read: async () => late.promise });
    await scraped.start();
    expect(await scrape()).toContain('test_scraped_value');
    late.resolve(undefined);
    await scraped.stop();
  });

  it('does not fail a scrape when its read fails', async () => {
    const scraped = readAtScrape({
      name: 'test',
      logger,
      read: async () => Promise.reject(new Error('no database')),
    });
    await scraped.start();
    expect(await scrape()).toContain('test_scraped_value');
    await scraped.stop();
  });
});
