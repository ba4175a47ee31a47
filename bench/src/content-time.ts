import type { Page } from 'playwright-core';
import type { Step } from './console-steps.ts';

const TIMEOUT_MS = 10_000;

/**
 * Resolves to the time between the last click or key and the first paint with the content. A loading page, a row of the
 * previous list and an action that failed are no content.
 */
const WATCH = `
  (({ heading, selector, hasNewRows, rows }, timeoutMs) => new Promise((resolve, reject) => {
    const textOf = (element) => element.textContent;
    const firstRow = () => textOf(document.querySelector('main tbody tr:has(a)') ?? document.body);
    const before = firstRow();
    const isShown = () => {
      const main = document.querySelector('main');
      if (main.querySelector('[aria-busy=true]') !== null || document.querySelector(selector) === null) return false;
      if (heading !== undefined && textOf(main.querySelector('h1') ?? main) !== heading) return false;
      if (hasNewRows === true && firstRow() === before) return false;
      const all = [...main.querySelectorAll('tbody tr:has(a)')];
      return rows === undefined || all.every((row) => new RegExp(rows, 'i').test(textOf(row)));
    };
    let actedAt;
    const note = ({ timeStamp }) => { actedAt = timeStamp; };
    const kinds = ['click', 'keydown', 'input'];
    for (const kind of kinds) addEventListener(kind, note, true);
    const end = (settle) => {
      for (const kind of kinds) removeEventListener(kind, note, true);
      settle();
    };
    const startedAt = performance.now();
    const look = () => {
      if (actedAt !== undefined && isShown())
        // A task after the callbacks of a frame runs when the frame is painted.
        setTimeout(() => end(() => resolve(performance.now() - actedAt)));
      else if (performance.now() - startedAt > timeoutMs)
        end(() => reject(new Error('The content did not appear: ' + textOf(document.body).slice(0, 2000))));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }))`;

/** Takes one step, and returns the milliseconds from its last click or key to the painted content. */
export async function contentTimeMs(page: Page, step: Step): Promise<number> {
  await step.prepare?.(page);
  const [content, timeoutMs] = [JSON.stringify(step.content), String(TIMEOUT_MS)];
  const shown = page.evaluate<number>(`${WATCH}(${content}, ${timeoutMs})`);
  const [ms] = await Promise.all([shown, step.act(page)]).catch((cause: unknown) => {
    throw new Error(`The step "${step.name}" failed.`, { cause });
  });
  return ms;
}
