import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { ensureConsole } from '@outreach/dev/console-build';
import {
  changeLook,
  fillWorkspace,
  LOOK_SETTINGS,
  LOOKS,
  startBrowser,
  visitPages,
} from './console-browser.ts';
import { startOwnStack } from './stack-harness.ts';

// `npm run console:screenshots [-- FOLDER]` writes a picture of each page, in each size and theme.
const folder = path.resolve(process.argv[2] ?? path.join('.outreach', 'screenshots'));
const print = (line: string): void => void process.stdout.write(`${line}\n`);

await ensureConsole(print);
mkdirSync(folder, { recursive: true });
const running = await startOwnStack(LOOK_SETTINGS);
try {
  const filled = await fillWorkspace(running.stack);
  const browser = await startBrowser();
  const problems = await visitPages(browser, filled, async (name, page) => {
    for (const look of LOOKS) {
      await changeLook(page, look);
      await page.screenshot({ path: path.join(folder, `${name}-${look.name}.png`), animations: 'disabled' });
    }
  });
  for (const problem of problems) print(problem);
  await browser.close();
  await filled.close();
  print(`The pictures are in ${folder}.`);
} finally {
  await running.stop();
}
