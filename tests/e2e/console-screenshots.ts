import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { ensureConsole } from '@outreach/dev';
import { DESKTOP, fillWorkspace, openConsole, PHONE, startBrowser } from './console-browser.ts';
import { startOwnStack } from './stack-harness.ts';

const SIZES = { desktop: DESKTOP, phone: PHONE };
const SCHEMES = ['light', 'dark'] as const;

// `npm run console:screenshots [-- FOLDER]` writes a picture of each page, in each size and theme.
const folder = path.resolve(process.argv[2] ?? path.join('.outreach', 'screenshots'));
const print = (line: string): void => void process.stdout.write(`${line}\n`);

await ensureConsole(print);
mkdirSync(folder, { recursive: true });
const running = await startOwnStack();
try {
  const filled = await fillWorkspace(running.stack);
  const browser = await startBrowser();
  for (const [size, viewport] of Object.entries(SIZES))
    for (const colorScheme of SCHEMES) {
      const { page, problems } = await openConsole(browser, filled, { viewport, colorScheme });
      for (const [name, address] of Object.entries(filled.pages)) {
        await page.goto(address);
        await page.waitForLoadState('networkidle');
        await page.screenshot({ path: path.join(folder, `${name}-${size}-${colorScheme}.png`) });
      }
      for (const problem of problems) print(`${size} ${colorScheme}: ${problem}`);
      await page.context().close();
    }
  await browser.close();
  await filled.close();
  print(`The pictures are in ${folder}.`);
} finally {
  await running.stop();
}
