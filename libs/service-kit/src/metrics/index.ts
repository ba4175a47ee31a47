export { listenOn } from './metrics-server.ts';
export { counter, gauge, histogram, metrics } from './metrics.ts';
export { readAtScrape, scrape } from './scrape.ts';
